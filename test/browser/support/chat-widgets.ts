// Widgets that the chat search removes.
import { BL, BR, fixed, icon, PHONE, type ChatCase } from "./chat-page.ts";

export const chatWidgets: readonly ChatCase[] = [
  {
    name: "a launcher with a text",
    html: `<button class="fab" style="width:auto" data-chat>Chat</button>`,
  },
  {
    name: "a launcher with a badge",
    html: `<button class="fab" data-chat aria-label="Open chat">?</button><span data-chat class="fab" style="width:20px;height:20px;bottom:66px;right:16px">1</span>`,
  },
  { name: "a launcher with a name", html: `<div class="chat-launcher fab" data-chat></div>` },
  {
    name: "a launcher with a name and classes of a style sheet",
    html: `<div class="chat-widget fab hover:translate-y-1 -translate-x-2 notranslate" data-chat><button>?</button></div>`,
  },
  {
    name: "a launcher with a class of a CSS module",
    html: `<div class="ChatWidget_launcher__x7YzQ fab" data-chat><svg width="20" height="20"></svg></div>`,
  },
  {
    name: "a launcher with the common name of a chat",
    html: `<div class="drift-widget fab" data-chat></div>`,
  },
  {
    name: "an element that opens a chat",
    html: `<div class="fab" style="width:140px;cursor:pointer" data-chat>Schreiben Sie uns</div>`,
  },
  {
    name: "a link to Messenger",
    html: `<a class="fab" data-chat href="https://m.me/acme"><svg width="20" height="20"></svg></a>`,
  },
  {
    name: "a message with a button",
    html: `<div data-chat ${fixed("right:20px;bottom:20px;width:300px;padding:16px;background:silver")}><button aria-label="Close">×</button><p>Hi! Do you have a question about our tents?</p><button>Chat now</button></div>`,
  },
  {
    name: "a panel",
    html: `<div data-chat ${fixed("right:20px;bottom:20px;width:360px;height:520px;background:silver")}><h3>Acme support</h3><p>How can we help?</p><a href="/privacy">Privacy</a><textarea placeholder="Write a message"></textarea></div>`,
  },
  {
    name: "a panel of buttons",
    html: `<div class="chat-window" data-chat ${fixed("right:20px;bottom:20px;width:360px;height:520px;background:silver")}><h3>Acme</h3><button>Where is my order?</button><button>Other</button></div>`,
  },
  {
    name: "a frame",
    html: `<iframe title="Chat widget" data-chat ${fixed("right:20px;bottom:20px;width:360px;height:520px;background:silver")}></iframe>`,
  },
  {
    name: "a launcher on a phone",
    viewport: PHONE,
    html: `<button class="fab" data-chat>Chat</button>`,
  },
  {
    name: "a launcher with a counter and an image, and its closed panel",
    html: `<div data-chat><div class="fab" style="cursor:pointer">2<img alt="default" width="20" height="20" src="data:,"></div><div class="sc-chat-window" style="display:none"><textarea></textarea></div></div>`,
  },

  {
    name: "a German link with a text",
    html: `<a href="#" data-chat ${fixed(BR + "background:#06c;padding:12px 20px;color:white;border-radius:24px")}>💬 Jetzt chatten</a>`,
  },
  {
    name: "a French button with a label",
    html: `<div data-chat ${fixed(BR + "width:60px;height:60px;background:#06c;border-radius:30px")}><button aria-label="Ouvrir la fenêtre de chat" style="width:60px;height:60px">${icon}</button></div>`,
  },
  {
    name: "a link to the API of WhatsApp",
    html: `<a target="_blank" data-chat href="https://api.whatsapp.com/send?phone=34600000000&text=Hola" ${fixed(BL + "width:56px;height:56px;background:#25d366;border-radius:50%")}><img alt="" width="30" height="30" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></a>`,
  },
  {
    name: "a Portuguese button",
    html: `<button data-chat ${fixed(BR + "padding:14px;background:#0a5")}>Fale conosco pelo chat</button>`,
  },
  {
    name: "an Italian element that a visitor presses",
    html: `<div id="assistenza" data-chat ${fixed(BR + "padding:14px;background:#0a5;cursor:pointer")}>Chatta con noi</div>`,
  },
  {
    name: "a Dutch button",
    html: `<button data-chat ${fixed(BR + "padding:14px;background:#0a5")}><span>Chat met ons</span></button>`,
  },
  {
    name: "a Polish button",
    html: `<button data-chat ${fixed(BR + "padding:14px;background:#0a5")}>Czat na żywo</button>`,
  },
  {
    name: "a Russian button",
    html: `<div data-chat ${fixed(BR + "padding:14px;background:#0a5;cursor:pointer")} role="button">Чат с оператором</div>`,
  },
  {
    name: "a Japanese link",
    html: `<a data-chat href="javascript:void(0)" ${fixed(BR + "padding:14px;background:#0a5")}>チャットで相談する</a>`,
  },
  {
    name: "a Chinese tab",
    html: `<div data-chat class="kefu" ${fixed("right:0;bottom:120px;padding:14px;background:#0a5;cursor:pointer")}>在线客服</div>`,
  },
  {
    name: "a Korean button",
    html: `<button data-chat ${fixed(BR + "padding:14px;background:#0a5")}>채팅 상담</button>`,
  },
  {
    name: "an Arabic button",
    html: `<button dir="rtl" data-chat ${fixed(BL + "padding:14px;background:#0a5")}>دردشة مباشرة</button>`,
  },
  {
    name: "a Turkish button",
    html: `<button data-chat ${fixed(BR + "padding:14px;background:#0a5")}>Canlı Destek</button>`,
  },
  {
    name: "a button in an open shadow root",
    html: `<acme-support-chat data-chat></acme-support-chat><script>{const r=document.querySelector("acme-support-chat").attachShadow({mode:"open"});r.innerHTML='<div style="position:fixed;right:20px;bottom:20px;width:64px;height:64px;background:#06c"><button style="width:64px;height:64px"></button></div>'}</script>`,
  },
  {
    name: "a button in a closed shadow root",
    html: `<help-chat data-chat></help-chat><script>{const r=document.querySelector("help-chat").attachShadow({mode:"closed"});r.innerHTML='<button style="position:fixed;right:20px;bottom:20px;width:64px;height:64px;background:#06c"></button>'}</script>`,
  },
  {
    name: "two frames in an element with the name of a chat",
    html: `<div id="acme-webchat-root" data-chat><iframe title="Message from Acme" ${fixed("right:20px;bottom:90px;width:260px;height:80px;border:0;background:#eee")}></iframe><iframe title="Open messaging" ${fixed("right:20px;bottom:20px;width:64px;height:64px;border:0;background:#06c")}></iframe></div>`,
  },
  {
    name: "a frame in an element without a name",
    html: `<div data-chat id="q8x7"><iframe title="chat widget" ${fixed(BR + "width:64px;height:60px;border:0;background:#0a5")}></iframe></div>`,
  },
  {
    name: "an open panel",
    html: `<div data-chat class="cw" ${fixed(BR + "width:340px;height:460px;background:white;box-shadow:0 0 9px #888")}><div style="background:#06c">Chat with Anna <button>–</button><button>×</button></div><div><p>Hello! How can I help you today?</p></div><form><input placeholder="Type your message..."><button>Send</button></form></div>`,
  },
  {
    name: "an open French panel with its launcher",
    html: `<div data-chat ${fixed(BR + "display:flex;flex-direction:column;align-items:flex-end;gap:10px")}><section style="width:330px;height:420px;background:white" aria-label="Live chat"><button>Close</button><p>Bonjour, une question ?</p><textarea placeholder="Votre message"></textarea><a href="/confidentialite">Confidentialité</a></section><button style="width:60px;height:60px" aria-label="Fermer le chat">×</button></div>`,
  },
  {
    name: "a panel on a phone",
    viewport: PHONE,
    html: `<div class="chat-panel" data-chat ${fixed("right:10px;bottom:10px;width:340px;height:480px;background:white")}><h4>Support</h4><textarea placeholder="Message"></textarea></div>`,
  },
  {
    name: "a button of an assistant",
    html: `<button data-chat ${fixed(BR + "padding:14px;background:#60c;color:white")}>✨ Ask AI</button>`,
  },
  {
    name: "a launcher of Rasa",
    html: `<div class="rw-conversation-container" data-chat id="rasaWebchat"><button class="rw-launcher" ${fixed(BR + "width:60px;height:60px;background:#06c")}><img alt="" width="20" height="20" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></button></div>`,
  },
  {
    name: "a launcher with its message",
    html: `<div data-chat class="chat-tooltip" ${fixed("right:96px;bottom:30px;width:200px;padding:10px;background:#eee")}>Questions? Chat with us!</div><div data-chat class="chat-btn" ${fixed(BR + "width:60px;height:60px;background:#06c;cursor:pointer")}></div>`,
  },
  {
    name: "links to Telegram and WhatsApp",
    html: `<div data-chat ${fixed(BR + "display:grid;gap:8px")}><a href="https://t.me/acme_bot" style="width:50px;height:50px;background:#28c;display:block">${icon}</a><a href="https://wa.me/4412345678" style="width:50px;height:50px;background:#25d366;display:block">${icon}</a></div>`,
  },
  {
    name: "a message with a launcher",
    html: `<div data-chat class="helper" ${fixed(BR + "padding:10px;background:#eee")}><button aria-label="Dismiss">×</button> <button>Need help? Chat now</button></div>`,
  },
  {
    name: "a button without a label and its closed panel",
    html: `<div class="widget-holder" data-chat><div ${fixed(BR + "width:56px;height:56px;background:#06c;cursor:pointer")}>${icon}</div><div style="display:none" class="chatbox-panel"><textarea></textarea></div></div>`,
  },
  {
    name: "a link to Zalo",
    html: `<a data-chat href="https://zalo.me/0900000000" ${fixed(BR + "width:56px;height:56px;background:#06c")}>Zalo</a>`,
  },
  {
    name: "a launcher above the lower edge of a phone",
    viewport: PHONE,
    html: `<button data-chat ${fixed("right:12px;bottom:80px;padding:12px;background:#06c")}>Messenger</button>`,
  },
  {
    name: "a launcher, its badge and its message in one element",
    html: `<div data-chat><button class="fab" aria-label="Schreiben Sie uns"></button><span ${fixed("right:16px;bottom:70px;width:24px;height:24px;background:red")}>1</span><div ${fixed("right:100px;bottom:24px;padding:12px;background:silver")}>Guten Tag!</div></div>`,
  },
  {
    name: "a French question with a speech bubble",
    html: `<button data-chat ${fixed(BR + "padding:14px;background:#0a5")}>💬 Une question ?</button>`,
  },
  {
    name: "a speech bubble",
    html: `<button class="fab" data-chat>💬</button>`,
  },
  {
    name: "a fixed image in a link to WhatsApp",
    html: `<a href="https://wa.me/4915112345678"><img alt="" data-chat ${fixed(BR + "width:60px;height:60px;background:#25d366")}></a>`,
  },
  {
    name: "a fixed image next to a text in a link to Messenger",
    html: `<a href="https://m.me/acme"><img alt="" data-chat ${fixed(BR + "width:60px;height:60px;background:#06c")}><span style="position:absolute;left:-999px">Write</span></a>`,
  },
  {
    name: "a fixed icon in a link to Telegram",
    html: `<a href="https://t.me/acme_support" target="_blank"><div data-chat ${fixed(BL + "width:60px;height:60px;background:#28c")}>${icon}</div></a>`,
  },
  {
    name: "an open panel with a form before the chat",
    html: `<div data-chat ${fixed(BR + "width:340px;height:420px;background:white")}><h3>Live chat</h3><label>Your name <input></label><label><input type="checkbox"> I agree to the terms</label><button>Start</button></div>`,
  },
];
