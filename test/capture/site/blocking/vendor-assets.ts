// What pages ask of vendors' hosts for their own sake: blocked, they would look wrong.

/** Address → answer. */
export const vendorAssets: Record<string, string> = {
  "https://static.zdassets.com/hc/assets/application.css":
    "body { background: rgb(250, 245, 235) } h1 { color: rgb(3, 54, 61) } .card { border: 2px solid rgb(3, 54, 61); padding: 20px }",
  "https://www.intercom.com/assets/site.css":
    "body { background: rgb(245, 248, 255) } .hero { padding: 80px; background: rgb(20, 20, 60); color: white }",
  "https://js.intercomcdn.com/site-demo.js":
    "document.addEventListener('DOMContentLoaded', () => { document.querySelector('#demo').style.background = 'rgb(210, 225, 250)'; });",
};
