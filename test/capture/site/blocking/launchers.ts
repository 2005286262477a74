// Pages with up to four fixed elements in the bottom corners: launchers of chats, and elements with other purposes.
import { CHAT_COLOUR, layouts } from "./layouts.ts";

type Launchers = { name: string; css?: string; elements: string[] };

const button = (label: string) => `<button>${label}</button>`;
const link = (label: string, address: string) => `<a href="${address}">${label}</a>`;

/** Widgets that blocking must remove. */
export const chatLaunchers: readonly Launchers[] = [
  {
    name: "labels in French, Portuguese, Dutch and Polish",
    elements: ["Discutons !", "Converse conosco", "Vraag het ons", "Porozmawiaj z nami"].map(
      button,
    ),
  },
  {
    name: "labels in Russian, Turkish, Danish and Norwegian",
    elements: ["Онлайн-консультант", "Canlı yardım", "Spørg os", "Snakk med oss"].map(button),
  },
  {
    name: "labels in Finnish, Czech, Arabic and Spanish",
    elements: ["Kysy meiltä", "Napište nám", "تحدث معنا", "Hablemos"].map(button),
  },
  {
    name: "a button in a layer that covers the window, and a link to Telegram",
    css: ".layer{position:fixed;inset:0;pointer-events:none;z-index:9;background:none}.layer button{position:absolute;right:20px;bottom:20px;width:64px;height:64px;pointer-events:auto}",
    elements: [
      `<div class="layer">${button('<span aria-label="Open chat">?</span>')}</div>`,
      link("Telegram", "https://t.me/acme_support"),
    ],
  },
  {
    name: "a panel of 620 px and its launcher",
    css: `.panel{position:fixed;right:20px;bottom:96px;width:380px;height:620px;background:${CHAT_COLOUR}}.panel+button{position:fixed;right:20px;bottom:20px;width:60px;height:60px}`,
    elements: [
      `<div><div class="panel"><p>Hello! How can we help?</p><p><a href="/privacy">Privacy</a></p><textarea placeholder="Write a message"></textarea></div><button aria-label="Close chat"></button></div>`,
    ],
  },
  {
    name: "a panel of 620 px in a box that shrinks to its content",
    css: `.box{position:fixed;right:16px;bottom:16px;z-index:9;display:flex;flex-direction:column;gap:12px;align-items:flex-end;background:none}.box div{width:400px;height:620px;background:${CHAT_COLOUR}}`,
    elements: [
      `<aside class="box"><div role="dialog" aria-label="Chat window"><header>Acme</header><nav>Home</nav><ul><li>Hi!</li></ul><input placeholder="Write a message"></div><button>Chat</button></aside>`,
    ],
  },
  {
    name: "a button in a closed shadow root",
    elements: [
      `<acme-chat></acme-chat><script>document.querySelector("acme-chat").attachShadow({ mode: "closed" }).innerHTML =
        '<button style="position:fixed;right:20px;bottom:20px;width:64px;height:64px;border:0;background:${CHAT_COLOUR}"></button>';</script>`,
    ],
  },
];

/** Elements that mention chats, messengers or help and have another purpose. */
export const otherLaunchers: readonly Launchers[] = [
  {
    name: "links and a form for questions",
    elements: [
      link("Adopter un chat", "/adoption"),
      link("News on Telegram", "https://t.me/acme_news"),
      button("Ask a question"),
      link("Need help?", "/help"),
    ],
  },
  {
    name: "contact pages and a channel",
    elements: [
      link("Assistenza clienti", "/assistenza"),
      link("Napište nám", "/kontakt"),
      link("Наш канал", "https://t.me/acme"),
      link("お問い合わせ", "/contact"),
    ],
  },
];

/** The place of each element: the lower right and left corner, and above them. */
const PLACES = [
  "right:20px;bottom:20px",
  "left:20px;bottom:20px",
  "right:20px;bottom:120px",
  "left:20px;bottom:120px",
];

export function launchersPage({ css = "", elements }: Launchers): string {
  const isSimple = (html: string) => /^<(?:a|button)[ >]/.test(html);
  const placed = elements.map((html, index) =>
    isSimple(html) ? html.replace(/^<\w+/, `$& style="position:fixed;${PLACES[index]}"`) : html,
  );
  return layouts.news({
    end: `<style>body>a,body>button,.layer button,.box button,.panel+button{padding:10px 14px;border:0;background:${CHAT_COLOUR};font:14px sans-serif;z-index:9}${css}</style>${placed.join("\n")}`,
  });
}
