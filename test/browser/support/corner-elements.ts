// Elements in the corners that stay, alone and in groups with a launcher.
import { BL, BR, fixed, icon, PHONE, type ChatCase } from "./chat-page.ts";

const TOP = '<button class="round" data-keep aria-label="Back to top">↑</button>';
const CHAT = '<button class="round" data-chat aria-label="Chat with us">?</button>';

/** Elements that mention a chat, or look like a launcher, and have another purpose. */
export const otherElements: readonly ChatCase[] = [
  {
    name: "a fixed area that covers a phone",
    viewport: PHONE,
    html: `<div data-keep ${fixed("inset:0;background:white")}><h2>Our street</h2><p>Market on Saturday.</p><a href="/chat" style="position:absolute;bottom:40px;left:40px">Chat with neighbours</a></div>`,
  },
  {
    name: "an application with a chat entry at the bottom of a phone",
    viewport: PHONE,
    html: `<div data-keep ${fixed("left:0;right:0;bottom:0;height:64px;background:silver;display:flex")}><a href="/">Home</a> <a href="/chat">Chat</a> <a href="/me">Profile</a></div>`,
  },
  {
    name: "a drawer with a chat entry",
    html: `<aside data-keep ${fixed("left:0;top:0;bottom:0;width:300px;background:silver")}><p><a href="/inbox">Inbox</a></p><p style="position:absolute;bottom:20px"><a href="/messenger">Messenger</a></p></aside>`,
  },
  {
    name: "a sidebar with a search field and a chat button",
    html: `<div data-keep ${fixed("left:0;top:0;bottom:0;width:240px;background:silver")}><input placeholder="Search"><ul><li><button>Files</button></li></ul><button style="position:absolute;bottom:20px;left:20px">Chat</button></div>`,
  },
  {
    name: "a live chat in a column beside the page",
    html: `<style>body > p { margin-right: 340px }</style><aside class="live-chat" aria-label="Live chat" data-keep ${fixed("right:0;top:0;bottom:0;width:340px;background:silver")}><p>kim: what a climb</p><input placeholder="Send a message"></aside>`,
  },
  {
    name: "a lower drawer with a chat entry",
    html: `<div data-keep ${fixed("right:0;bottom:0;width:280px;height:420px;background:silver")}><p><button>Mail</button></p><p><button>Chat</button></p><p><button>Calendar</button></p></div>`,
  },
  {
    name: "a message about chat rooms",
    html: `<div data-keep ${fixed("right:20px;bottom:20px;width:280px;padding:12px;background:silver")}>Chat rooms are open again. <a href="/rooms">Show chat rooms</a> <button>×</button></div>`,
  },
  {
    name: "a message about a saved chat",
    html: `<div role="status" class="toast chat-rooms-toast" data-keep ${fixed("left:20px;bottom:20px;padding:12px;background:silver")}>The chat was saved.</div>`,
  },
  {
    name: "contents with a section about a chat",
    html: `<div data-keep ${fixed("right:20px;bottom:20px;width:200px;background:white")}><p><a href="#install">Install</a></p><p><a href="#chat-api">Chat API</a></p><p><a href="#chat">Chat</a></p></div>`,
  },
  {
    name: "contents with icons",
    html: `<ul data-keep ${fixed("left:20px;bottom:20px;width:200px;background:white")}><li><a href="#a"><svg width="10" height="10"></svg>Start</a></li><li><a href="#b"><svg width="10" height="10"></svg>Chat API</a></li></ul>`,
  },
  {
    name: "a card with a video",
    html: `<div class="video-card" data-keep ${fixed("right:20px;bottom:20px;width:300px;height:200px;background:silver")}><button aria-label="Play">▶</button><a href="/video">Video: a chat with the chef</a> <button aria-label="Close">×</button></div>`,
  },
  {
    name: "a card with a video chat",
    html: `<div class="video-chat-card" data-keep ${fixed("left:20px;bottom:20px;width:300px;height:200px;background:silver")}>Our group chat on video <button>Watch</button></div>`,
  },
  {
    name: "the legend of a map",
    html: `<div class="map-legend drift" data-keep ${fixed("right:20px;bottom:20px;width:160px;padding:10px;background:white")}>Drift in knots <i>0</i> <i>5</i></div>`,
  },
  {
    name: "a legend with classes of other words",
    html: `<div class="legend crisp copilot-intercom" data-keep ${fixed("left:20px;bottom:20px;width:90px;height:60px;background:white")}></div>`,
  },
  {
    name: "a link to the page of a chat with other links",
    html: `<div data-keep ${fixed("right:20px;bottom:20px;padding:10px;background:white")}><a href="/imprint">Imprint</a> <a href="/chat">Chat</a> <a href="/jobs">Jobs</a></div>`,
  },
  {
    name: "a form for bookings with a question",
    html: `<div data-keep ${fixed("right:0;bottom:0;top:0;width:300px;background:silver")}><h3>Book a table</h3><input placeholder="Name"><p>Live chat is closed today.</p><button>Book</button></div>`,
  },
  {
    name: "a basket",
    html: `<a data-keep href="/cart" class="fab-cart" ${fixed(BR + "width:60px;height:60px;background:#06c")}>3</a>`,
  },
  {
    name: "a player with a name that contains the word",
    html: `<div data-keep ${fixed(BL + "width:300px;height:80px;background:#eee")}><b>Chat Noir – Paris</b><button>▶</button></div>`,
  },
  {
    name: "a tab for feedback",
    html: `<button data-keep ${fixed("right:0;bottom:120px;padding:10px;background:#eee")}>Feedback</button>`,
  },
  {
    name: "a message about a sent message",
    html: `<div data-keep role="alert" ${fixed(BR + "padding:12px;background:#333;color:white")}>Your message was sent. <button>Undo</button></div>`,
  },
  {
    name: "a message about a chat",
    html: `<div data-keep role="alert" ${fixed(BR + "padding:12px;background:#333;color:white")}>Anna mentioned you in the team chat. <button>View</button> <button>×</button></div>`,
  },
  {
    name: "a link about cats",
    html: `<a data-keep href="/adopter" ${fixed(BR + "padding:12px;background:#fa0")}>Adoptez un chat</a>`,
  },
  {
    name: "the toolbar of an editor",
    html: `<div data-keep role="toolbar" ${fixed("left:35%;bottom:20px;width:300px;height:44px;background:#eee")}><button>B</button><button>Chat</button></div>`,
  },
  {
    name: "a switch for dark mode",
    html: `<button data-keep ${fixed(BR + "width:44px;height:44px;background:#333")} aria-label="Dark mode">◐</button>`,
  },
  {
    name: "a box for a newsletter",
    html: `<form data-keep ${fixed(BR + "width:300px;padding:16px;background:#eee")}><p>Get the letter. No chatter.</p><input type="email" placeholder="Email"><button>Subscribe</button></form>`,
  },
  {
    name: "a panel with a search field",
    html: `<div data-keep ${fixed(BL + "width:320px;height:400px;background:#eee")}><input placeholder="Search places"><ul><li>Cafe Chat</li><li>Harbour</li></ul></div>`,
  },
  {
    name: "a link to another service",
    html: `<a data-keep href="https://chatgpt.com/?q=x" ${fixed(BR + "padding:12px;background:#eee")}>Open in ChatGPT</a>`,
  },
  {
    name: "a navigation with a chat",
    html: `<nav data-keep ${fixed(BR + "width:220px;background:white")}><a href="#i">Intro</a><br><a href="#live-chat">Live chat</a><br><a href="#f">FAQ</a></nav>`,
  },
  {
    name: "a bar of tabs on a phone",
    viewport: PHONE,
    html: `<nav data-keep ${fixed("left:0;right:0;bottom:0;height:60px;background:#eee")}><button>Home</button><button>Chats</button><button>Me</button></nav>`,
  },
  {
    name: "a menu on a phone",
    viewport: PHONE,
    html: `<div data-keep ${fixed("left:0;right:0;bottom:0;top:20px;background:#eee")}><ul><li><a href="/a">Shop</a></li><li><a href="/c" style="position:absolute;left:20px;bottom:20px">Live chat</a></li></ul></div>`,
  },
  {
    name: "links that share the page",
    html: `<div data-keep ${fixed("left:0;bottom:60px;background:#eee")}><a href="https://wa.me/?text=x" style="display:block;width:44px;height:44px;background:#25d366">${icon}</a><a href="https://t.me/share/url?url=x" style="display:block;width:44px;height:44px;background:#28c">${icon}</a></div>`,
  },
  {
    name: "a channel",
    html: `<a data-keep href="https://t.me/s/harbour" ${fixed(BR + "padding:12px;background:#28c")}>Our channel</a>`,
  },
  {
    name: "a tab for cookies",
    html: `<button data-keep ${fixed(BL + "padding:12px;background:#eee")}>Cookie settings</button>`,
  },
  {
    name: "an accessibility menu",
    html: `<div data-keep class="a11y-widget" ${fixed(BL + "width:50px;height:50px;background:#06c")}><button title="Accessibility">♿</button></div>`,
  },
  {
    name: "a small map",
    html: `<div data-keep class="react-flow__minimap bottom right" ${fixed(BR + "width:200px;height:150px;background:#eee")}></div>`,
  },
  {
    name: "a navigation of an application",
    html: `<div data-keep ${fixed("left:0;top:60px;bottom:0;width:220px;background:#223")}><a href="/d">Dashboard</a><a href="/support" style="position:absolute;bottom:20px;left:20px">Support chat</a></div>`,
  },
  {
    name: "the tile of a video call",
    html: `<div data-keep class="video-chat" ${fixed(BR + "width:240px;height:160px;background:#000")}><button aria-label="Mute">M</button><button aria-label="End call">E</button></div>`,
  },
  {
    name: "a card about an order",
    html: `<div data-keep ${fixed(BR + "width:320px;height:200px;background:#eee")}><h3>Your order</h3><p>Questions about it are answered in the chat of the app.</p><button>Track order</button></div>`,
  },
  {
    name: "an episode with the word in its title",
    html: `<a data-keep href="/episodes/12" ${fixed(BL + "padding:12px;background:#eee")}>Fireside chat: episode 12</a>`,
  },
  {
    name: "the settings of a chat",
    html: `<div data-keep role="dialog" ${fixed(BR + "width:320px;height:300px;background:#eee")}><h3>Chat settings</h3><label><input type="checkbox">Sounds</label><button>Save</button></div>`,
  },
  {
    name: "a drawer with a field for a text",
    html: `<aside data-keep ${fixed("right:0;bottom:0;width:300px;height:500px;background:#eee")}><h3>Gift</h3><textarea placeholder="Your greeting"></textarea><button>Add</button></aside>`,
  },
  {
    name: "a telephone number and a button to the top",
    html: `<a data-keep href="tel:+4912" ${fixed("left:20px;bottom:20px;width:56px;height:56px;background:#0a5")}>☎</a><button data-keep ${fixed(BR + "width:56px;height:56px")}>↑</button>`,
  },
  {
    name: "a panel with tasks",
    html: `<div data-keep ${fixed(BR + "width:320px;height:420px;background:white")}><h3>Today</h3><ul><li><input type="checkbox"> Answer chat</li><li><input type="checkbox"> Call Ben</li></ul><input placeholder="Add a task"><button>Add</button></div>`,
  },
  {
    name: "a drawer with tasks",
    html: `<aside data-keep ${fixed("right:0;bottom:0;width:320px;height:560px;background:white")}><h3>Todo</h3><label><input type="checkbox"> Live chat with Anna</label><label><input type="checkbox"> Write to us</label><input placeholder="New"></aside>`,
  },
  {
    name: "a panel with tasks without checkboxes",
    html: `<div class="todo" data-keep ${fixed(BR + "width:300px;height:360px;background:white")}><div>To-do</div><div>Buy stamps</div><div>Chat with Anna</div><div>How can we help?</div><textarea></textarea></div>`,
  },
  {
    name: "a card with one task",
    html: `<div data-keep ${fixed(BR + "width:280px;padding:12px;background:white")}><b>Next task</b> <button>Answer chat</button></div>`,
  },
  {
    name: "a task with the icon of a chat",
    html: `<div data-keep ${fixed(BR + "width:320px;height:360px;background:white")}><h3>Tasks</h3><ul><li><svg width="16" height="16" viewBox="0 0 24 24"><path d="M21 15a2 2 0 0 1-2 2H7l-4 4V5"/></svg> Mail to Ben</li></ul><input placeholder="Next"></div>`,
  },
  {
    name: "a button with an icon and without a label",
    html: `<button class="fab" data-keep><svg width="24" height="24" viewBox="0 0 24 24"><path d="M12 4l-8 8h6v8h4v-8h6z"/></svg></button>`,
  },
  {
    name: "a round button with a plus sign",
    html: `<button class="fab" data-keep><svg width="24" height="24" viewBox="0 0 24 24"><path d="M12 5v14M5 12h14"/></svg></button>`,
  },
  {
    name: "a number of comments with a speech bubble",
    html: `<button data-keep ${fixed(BR + "padding:12px;background:silver")}>💬 12</button>`,
  },
  {
    name: "comments with a speech bubble",
    html: `<button data-keep ${fixed(BR + "padding:12px;background:silver")}>💬 Comments</button>`,
  },
  {
    name: "a link to questions with a speech bubble",
    html: `<a href="/faq" data-keep ${fixed(BR + "padding:12px;background:silver")}>💬 Questions</a>`,
  },
  {
    name: "a fixed image in a link to a page",
    html: `<a href="/podcast"><img data-keep alt="A chat with the chef" src="data:," ${fixed(BR + "width:60px;height:60px;background:#25d366")}></a>`,
  },
  {
    name: "a fixed image in a link that shares the page",
    html: `<a href="https://wa.me/?text=x"><img data-keep alt="" ${fixed(BR + "width:60px;height:60px;background:#25d366")}></a>`,
  },
];

/** Launchers next to elements with another purpose. */
export const mixedGroups: readonly ChatCase[] = [
  {
    name: "a launcher above a button to the top",
    html: `<div ${fixed("right:20px;bottom:20px;display:grid;gap:8px")}>${CHAT}${TOP}</div>`,
  },
  {
    name: "a launcher with an unlabelled button in a container with the name of a chat",
    html: `<div class="chat-container" ${fixed("right:20px;bottom:20px;display:grid;gap:8px")}>${CHAT}<a class="round" data-keep href="tel:+4912345"><svg width="20" height="20"></svg></a></div>`,
  },
  {
    name: "a launcher with a language switch, a basket and a telephone number",
    html: `<div ${fixed("right:20px;bottom:20px;display:flex;gap:8px")}><button class="round" data-keep>EN</button><a class="round" data-keep href="/bag">Bag (2)</a><a class="round" data-keep href="tel:+4912345">Call</a>${CHAT}</div>`,
  },
  {
    name: "a column with links to networks and to WhatsApp",
    html: `<div ${fixed("right:0;bottom:40px;display:grid;background:silver")}>${["instagram.com/acme", "youtube.com/acme"].map((site) => `<a class="round" data-keep href="https://${site}"><svg width="20" height="20"></svg></a>`).join("")}<a class="round" data-chat href="https://wa.me/4915112345678"><svg width="20" height="20"></svg></a></div>`,
  },
  {
    name: "a column of the window's height with a link to WhatsApp",
    html: `<div data-keep ${fixed("right:0;bottom:0;top:0;width:64px;background:silver")}><a class="round" href="/"><svg width="20" height="20"></svg></a><a class="round" style="position:absolute;bottom:10px" href="https://wa.me/4915112345678"><svg width="20" height="20"></svg></a></div>`,
  },
  {
    name: "a launcher and a button to the top that are fixed separately in one element",
    html: `<div class="floating-buttons"><button class="fab" data-chat aria-label="Live chat">?</button><button class="fab" data-keep style="bottom:90px" aria-label="Up">↑</button></div>`,
  },
  {
    name: "a launcher next to a separate button without a label",
    html: `<button class="fab" data-chat aria-label="Open chat">?</button><button class="fab" data-keep style="bottom:90px"><svg width="20" height="20"></svg></button>`,
  },
  {
    name: "a launcher next to a message of the page",
    html: `<button class="fab" data-chat aria-label="Open chat">?</button><div data-keep ${fixed("right:90px;bottom:20px;padding:12px;background:silver")}>Added to your bag</div>`,
  },
  {
    name: "a switch for languages and a launcher",
    html: `<div ${fixed(BR + "display:flex;gap:6px")}><button data-keep style="width:60px;height:44px">Deutsch</button><button data-chat style="width:100px;height:44px">Live-Chat</button></div>`,
  },
  {
    name: "links to a telephone and to WhatsApp",
    html: `<div ${fixed(BL + "display:grid;gap:8px")}><a data-keep href="tel:+44123" style="width:50px;height:50px;background:#28c;display:block">${icon}</a><a data-chat href="https://wa.me/4412345678" style="width:50px;height:50px;background:#25d366;display:block">${icon}</a></div>`,
  },
  {
    name: "a list of two buttons",
    html: `<ul ${fixed(BR + "margin:0;padding:0;list-style:none")}><li><a data-keep href="#top" style="width:44px;height:44px;background:#888;display:block" title="Top">${icon}</a></li><li data-chat><button style="width:44px;height:44px" title="Live chat">${icon}</button></li></ul>`,
  },
  {
    name: "a launcher and a message of the page in one element",
    html: `<div id="portal"><div data-chat class="fab" style="cursor:pointer" title="Chat with us">${icon}</div><div data-keep ${fixed(BL + "padding:12px;background:silver")}>Saved.</div></div>`,
  },
];
