// Pages with chat widgets of npm packages. Each module follows the package's documentation.
import type { CorpusPage } from "./page.ts";

const react = (imports: string, element: string) =>
  `import { mount } from "mount-react";\n${imports}\nmount(${element});`;

/** Forks and wrappers of Flowise export the same function. */
const flowise = (name: string) =>
  `import Chatbot from ${JSON.stringify(name)};
  Chatbot.init({ chatflowid: "a1", apiHost: location.origin + "/flowise", theme: { tooltip: { showTooltip: true, tooltipMessage: "Hi there" } } });`;

/** Placeholders that look like the launcher of a vendor until a visitor presses them. */
const placeholder = (component: string, provider: string): CorpusPage => ({
  package: "react-live-chat-loader",
  version: "2.11.0",
  kind: `placeholder of ${component}`,
  language: "en",
  module: react(
    `import { LiveChatLoaderProvider, ${component} } from "react-live-chat-loader";`,
    `<LiveChatLoaderProvider providerKey="a1" provider="${provider}" appID="a1" baseUrl={location.origin}><${component} color="#0a66c2" /></LiveChatLoaderProvider>`,
  ),
});

/** The package contains its own React 19, which does not render the elements of React 18. */
const botpress = (kind: string, isOpen: boolean): CorpusPage => ({
  package: "@botpress/webchat",
  version: "4.5.2",
  kind,
  language: "en",
  module: `import { createElement } from "./node_modules/@botpress/webchat/node_modules/react";
    import { createRoot } from "./node_modules/@botpress/webchat/node_modules/react-dom/client";
    import { Fab, Webchat } from "@botpress/webchat"; import "./node_modules/@botpress/webchat/dist/style.css";
    const place = { position: "fixed", right: "20px" };
    const size = { width: "400px", height: "600px", display: ${isOpen ? '"flex"' : '"none"'} };
    createRoot(document.body.appendChild(document.createElement("div"))).render([
      createElement(Webchat, { key: 0, clientId: "a1", style: { ...place, ...size, bottom: "90px" } }),
      createElement(Fab, { key: 1, onClick: () => {}, style: { ...place, bottom: "20px", width: "64px", height: "64px" } }),
    ]);`,
});

const AUTHORS = `[{ id: "bot", name: "Anna", imageUrl: "" }]`;
const BEAUTIFUL_CHAT = `{
  data: () => ({ open: OPEN, messages: [{ type: "text", author: "bot", data: { text: "Moin! Womit kann ich helfen?" } }], authors: ${AUTHORS} }),
  methods: { show() { this.open = true; }, hide() { this.open = false; }, send() {} },
  template: '<beautiful-chat title="Kundendienst" :participants="authors" :message-list="messages" :messageList="messages" :on-message-was-sent="send" :onMessageWasSent="send" :is-open="open" :isOpen="open" :open="show" :close="hide" :new-messages-count="2" :newMessagesCount="2" />',
}`;
const beautifulChat = (isOpen: boolean) => BEAUTIFUL_CHAT.replace("OPEN", String(isOpen));

export const chatPages: readonly CorpusPage[] = [
  {
    package: "@n8n/chat",
    version: "0.27.1",
    kind: "launcher",
    language: "en",
    module: `import "@n8n/chat/style.css"; import { createChat } from "@n8n/chat";
      createChat({ webhookUrl: location.origin + "/webhook" });`,
  },
  {
    package: "flowise-embed",
    version: "3.1.6",
    kind: "launcher and tooltip",
    language: "en",
    module: flowise("flowise-embed/dist/web.js"),
  },
  {
    package: "kostlab-flowise-embed",
    version: "3.0.26",
    kind: "launcher and tooltip",
    language: "en",
    module: flowise("kostlab-flowise-embed/dist/web.js"),
  },
  {
    package: "@daisy-plus/embed",
    version: "1.0.0",
    kind: "launcher",
    language: "en",
    module: flowise("@daisy-plus/embed/dist/web.js"),
  },
  {
    package: "react-chat-widget",
    version: "3.1.4",
    kind: "launcher",
    language: "en",
    module: react(
      'import { Widget } from "react-chat-widget"; import "react-chat-widget/lib/styles.css";',
      "<Widget />",
    ),
  },
  {
    package: "react-chat-widget",
    version: "3.1.4",
    kind: "open panel",
    language: "es",
    module: `${react(
      'import { Widget, toggleWidget, addResponseMessage } from "react-chat-widget"; import "react-chat-widget/lib/styles.css";',
      '<Widget title="Ayuda" subtitle="Le respondemos enseguida" senderPlaceHolder="Escriba un mensaje" />',
    )} setTimeout(() => { toggleWidget(); addResponseMessage("¡Hola!"); }, 300);`,
  },
  {
    package: "react-chatbotify",
    version: "2.5.0",
    kind: "launcher and tooltip",
    language: "en",
    module: react('import ChatBot from "react-chatbotify";', '<ChatBot id="a" />'),
  },
  {
    package: "react-floating-whatsapp",
    version: "5.0.8",
    kind: "launcher and badge",
    language: "pt",
    module: react(
      'import { FloatingWhatsApp } from "react-floating-whatsapp";',
      '<FloatingWhatsApp phoneNumber="5511999999999" accountName="Loja" chatMessage="Olá! Como podemos ajudar?" notification notificationDelay={1} />',
    ),
  },
  {
    package: "@carlos8a/react-whatsapp-floating-button",
    version: "1.1.5",
    kind: "launcher",
    language: "es",
    module: react(
      'import { FloatingWhatsApp } from "@carlos8a/react-whatsapp-floating-button";',
      '<FloatingWhatsApp phoneNumber="5215540000000" accountName="Tienda" initialMessageByServer="¡Hola!" statusMessage="En línea" startChatText="Iniciar chat" />',
    ),
  },
  {
    package: "react-whatsapp-chat-widget",
    version: "1.1.6",
    kind: "launcher",
    language: "en",
    module: react(
      'import WhatsAppWidget from "react-whatsapp-chat-widget"; import "react-whatsapp-chat-widget/index.css";',
      '<WhatsAppWidget phoneNo="919884098840" position="right" widgetWidth="300px" widgetWidthMobile="260px" autoOpen={false} messageBox={true} messageBoxTxt="Hi" iconSize="40" iconColor="white" iconBgColor="tomato" headerIcon="" headerIconColor="pink" headerTxtColor="black" headerBgColor="tomato" headerTitle="John" headerCaption="Online" bodyBgColor="#bbb" chatPersonName="Support" chatMessage={<>Hi there</>} footerBgColor="#999" btnBgColor="yellow" btnTxtColor="black" btnTxt="Start chat" />',
    ),
  },
  {
    package: "react-whatsapp-chat-widget",
    version: "1.1.6",
    kind: "open panel",
    language: "en",
    module: react(
      'import WhatsAppWidget from "react-whatsapp-chat-widget"; import "react-whatsapp-chat-widget/index.css";',
      '<WhatsAppWidget phoneNo="919884098840" position="right" widgetWidth="300px" widgetWidthMobile="260px" autoOpen={true} autoOpenTimer={300} messageBox={true} messageBoxTxt="Hi" iconSize="40" iconColor="white" iconBgColor="tomato" headerIcon="" headerIconColor="pink" headerTxtColor="black" headerBgColor="tomato" headerTitle="John" headerCaption="Online" bodyBgColor="#bbb" chatPersonName="Support" chatMessage={<>Hi there</>} footerBgColor="#999" btnBgColor="yellow" btnTxtColor="black" btnTxt="Start chat" />',
    ),
  },
  {
    package: "react-whatsapp-widget",
    version: "2.2.0",
    kind: "launcher",
    language: "de",
    module: react(
      'import { WhatsAppWidget } from "react-whatsapp-widget"; import "react-whatsapp-widget/dist/index.css";',
      '<WhatsAppWidget CompanyIcon={() => null} phoneNumber="491700000000" message="Guten Tag!" companyName="Kundendienst" replyTimeText="Antwort in der Regel am selben Tag" sendButtonText="Senden" inputPlaceHolder="Nachricht" />',
    ),
  },
  {
    package: "vue-beautiful-chat",
    version: "2.5.0",
    kind: "launcher and badge",
    language: "de",
    module: `import { mount, Vue } from "mount-vue2"; import Chat from "vue-beautiful-chat"; Vue.use(Chat); mount(${beautifulChat(false)});`,
  },
  {
    package: "vue-beautiful-chat",
    version: "2.5.0",
    kind: "open panel",
    language: "de",
    module: `import { mount, Vue } from "mount-vue2"; import Chat from "vue-beautiful-chat"; Vue.use(Chat); mount(${beautifulChat(true)});`,
  },
  {
    package: "vue3-beautiful-chat",
    version: "3.4.2",
    kind: "launcher and badge",
    language: "de",
    module: `import { mount } from "mount-vue"; import Chat from "vue3-beautiful-chat"; import "vue3-beautiful-chat/dist/vue3-beautiful-chat.css"; mount(${beautifulChat(false)}, Chat);`,
  },
  {
    package: "vue-bot-ui",
    version: "0.2.11",
    kind: "launcher",
    language: "en",
    module: `import { mount } from "mount-vue2"; import { VueBotUI } from "vue-bot-ui";
      mount({ render: (h) => h(VueBotUI, { props: { messages: [{ agent: "bot", type: "text", text: "Hello" }] } }) });`,
  },
  {
    package: "blip-chat-widget",
    version: "1.12.0",
    kind: "launcher",
    language: "pt",
    module: `import { BlipChat } from "blip-chat-widget";
      new BlipChat().withAppKey("YS1i").withButton({ color: "#2CC3D5" }).build();`,
  },
  {
    package: "deep-chat",
    version: "2.4.2",
    kind: "panel in a corner",
    language: "fr",
    html: '<div style="position:fixed;right:24px;bottom:90px;z-index:50;box-shadow:0 0 12px #888"><deep-chat></deep-chat></div><button style="position:fixed;right:24px;bottom:20px;z-index:50;width:56px;height:56px;border:0;border-radius:28px;background:teal;color:white" aria-label="Discuter avec nous">?</button>',
    module: `import "deep-chat"; const chat = document.querySelector("deep-chat");
      chat.introMessage = { text: "Bonjour, une question ?" }; chat.textInput = { placeholder: { text: "Écrivez un message" } };`,
  },
  {
    package: "react-simple-chatbot",
    version: "1.0.1",
    kind: "launcher",
    language: "en",
    module: react(
      'import ChatBot from "react-simple-chatbot";',
      '<ChatBot floating steps={[{ id: "0", message: "Welcome!", end: true }]} />',
    ),
  },
  {
    package: "react-simple-chatbot",
    version: "1.0.1",
    kind: "open panel",
    language: "it",
    module: react(
      'import ChatBot from "react-simple-chatbot";',
      '<ChatBot floating opened headerTitle="Assistenza" placeholder="Scrivi un messaggio" steps={[{ id: "0", message: "Ciao!", end: true }]} />',
    ),
  },
  {
    package: "react-chatbot-kit",
    version: "2.2.2",
    kind: "panel in a corner",
    language: "en",
    module: `import { mount } from "mount-react"; import Chatbot, { createChatBotMessage } from "react-chatbot-kit"; import "react-chatbot-kit/build/main.css";
      const Part = ({ children }) => <div>{children}</div>;
      mount(<div style={{ position: "fixed", right: 20, bottom: 20, zIndex: 99 }}><Chatbot config={{ initialMessages: [createChatBotMessage("Hello")], botName: "Anna" }} messageParser={Part} actionProvider={Part} /></div>);`,
  },
  {
    package: "@typebot.io/js",
    version: "0.10.7",
    kind: "launcher",
    language: "en",
    module: `import Typebot from "@typebot.io/js/web";
      Typebot.initBubble({ typebot: "a", apiHost: location.origin, theme: { button: { backgroundColor: "#0042DA" } } });`,
  },
  {
    package: "@typebot.io/js",
    version: "0.10.7",
    kind: "launcher and preview",
    language: "nl",
    module: `import Typebot from "@typebot.io/js/web";
      Typebot.initBubble({ typebot: "a", apiHost: location.origin, previewMessage: { message: "Kunnen we je helpen?", autoShowDelay: 100 } });`,
  },
  {
    package: "typebot-js",
    version: "2.2.16",
    kind: "launcher and preview",
    language: "fr",
    module: `import { initBubble } from "typebot-js";
      initBubble({ url: location.origin + "/bot", button: { color: "#0042DA" }, proactiveMessage: { textContent: "Une question ?", delay: 100 } });`,
  },
  {
    package: "rigobot-chat-bubble",
    version: "0.0.68",
    kind: "launcher",
    language: "en",
    module: `import "rigobot-chat-bubble/dist/main.js";
      window.rigo.init("a1", {}); window.rigo.show({ showBubble: true, collapsed: true, welcomeMessage: "Hello" });`,
  },
  {
    package: "@filigran/chatbot",
    version: "3.13.0",
    kind: "floating panel",
    language: "en",
    module: react(
      'import { ChatPanel, ChatToggleButton } from "@filigran/chatbot"; import "@filigran/chatbot/styles.css";',
      '<><ChatPanel mode="floating" onClose={() => {}} onModeChange={() => {}} apiBaseUrl="/api" user={{ firstName: "Anna" }} /></>',
    ),
  },
  {
    package: "open-chat-studio-widget",
    version: "0.6.0",
    kind: "launcher",
    language: "en",
    html: '<open-chat-studio-widget chatbot-id="a" api-base-url="/api" button-shape="round"></open-chat-studio-widget>',
    module:
      'import { defineCustomElement } from "./node_modules/open-chat-studio-widget/dist/components/open-chat-studio-widget.js"; defineCustomElement();',
  },
  {
    package: "open-chat-studio-widget",
    version: "0.6.0",
    kind: "open panel",
    language: "es",
    html: '<open-chat-studio-widget chatbot-id="a" api-base-url="/api" visible="true" language="es" button-text="Pregunte"></open-chat-studio-widget>',
    module:
      'import { defineCustomElement } from "./node_modules/open-chat-studio-widget/dist/components/open-chat-studio-widget.js"; defineCustomElement();',
  },
  {
    package: "thikanaa",
    version: "0.1.17",
    kind: "launcher",
    language: "en",
    module: react(
      'import { ChatPopup } from "thikanaa"; import "thikanaa/dist/index.css";',
      '<div style={{ position: "fixed", bottom: "20px", right: "20px", zIndex: 1000 }}><ChatPopup assistantName="Thikana" apiUrl="/api" initialMessage="Hi" /></div>',
    ),
  },
  {
    package: "odilia-airline-widget",
    version: "1.11.1",
    kind: "launcher",
    language: "en",
    module: react(
      'import { ChatCRMWidget } from "odilia-airline-widget";',
      '<ChatCRMWidget apiKey="a" apiUrl={location.origin} />',
    ),
  },
  {
    package: "@dynamiq/assistant",
    version: "1.11.13",
    kind: "launcher",
    language: "en",
    html: '<div id="assistant"></div>',
    module: `import { DynamiqAssistant } from "@dynamiq/assistant/vanilla";
      new DynamiqAssistant("#assistant", { title: "Assistant", placeholder: "Type your message", position: "bottom-left", api: { url: "/api", streaming: true } });`,
  },
  {
    package: "react-chat-plugin",
    version: "0.1.17",
    kind: "launcher",
    language: "en",
    module: react(
      'import ChatBox, { ChatFrame } from "react-chat-plugin";',
      '<ChatFrame chatbox={<ChatBox messages={[]} userId={1} onSendMessage={() => {}} width="500px" height="500px" />} showChatbox={false} showIcon={true} clickIcon={() => {}} iconStyle={{ background: "red", fill: "white" }}><div className="Greeting" /></ChatFrame>',
    ),
  },
  {
    package: "@inkeep/cxkit-react",
    version: "0.5.119",
    kind: "launcher",
    language: "en",
    module: react(
      'import { InkeepChatButton } from "@inkeep/cxkit-react";',
      '<InkeepChatButton baseSettings={{ apiKey: "a" }} aiChatSettings={{}} />',
    ),
  },
  botpress("launcher", false),
  botpress("open panel", true),
  placeholder("Intercom", "intercom"),
  placeholder("Drift", "drift"),
  placeholder("HelpScout", "helpScout"),
  placeholder("Messenger", "messenger"),
  placeholder("Userlike", "userlike"),
  placeholder("Chatwoot", "chatwoot"),
  placeholder("Front", "front"),
];
