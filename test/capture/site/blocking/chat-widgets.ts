// Chat widgets with the real hosts, ids and classes of their vendors. The styles are ours.
import { CHAT_COLOUR } from "./layouts.ts";
import type { Widget } from "./program.ts";

type ChatWidget = Widget & {
  name: string;
  /** The vendor's script. Widgets without a script are served only by the page's host. */
  script?: string;
};

const LOOK = `position:fixed;right:20px;bottom:20px;z-index:2147483000;width:64px;height:64px;border:0;border-radius:32px;background:${CHAT_COLOUR}`;
const launcher = (selector: string) => `${selector}{${LOOK}}`;
/** Inline styles with `!important`, which some vendors use to override style sheets of the page. */
const STUBBORN = LOOK.split(";")
  .map((declaration) => `${declaration} !important`)
  .join(";");
const frame = (attributes: string) =>
  `<iframe ${attributes} srcdoc="<body style='margin:0;background:${CHAT_COLOUR}'>"></iframe>`;

export const chatWidgets: readonly ChatWidget[] = [
  {
    name: "Intercom",
    script: "https://widget.intercom.io/widget/abcd1234",
    css: launcher(".intercom-launcher"),
    html: '<div class="intercom-lightweight-app"><div class="intercom-lightweight-app-launcher intercom-launcher" role="button" aria-label="Open Intercom Messenger"></div></div>',
  },
  {
    name: "Drift",
    script: "https://js.driftt.com/include/1700000000000/abcdefgh.js",
    css: launcher("#drift-frame-controller"),
    html: `<div id="drift-widget-container"></div><div id="drift-frame-controller" class="drift-frame-controller">${frame('id="drift-widget" title="Drift Widget" style="width:64px;height:64px;border:0"')}</div>`,
  },
  {
    name: "Crisp",
    script: "https://client.crisp.chat/l.js",
    css: "",
    html: `<div class="crisp-client"><div id="crisp-chatbox" data-full-view="false"><a class="cc-1m2mf" role="button" style="${STUBBORN};display:block !important"></a></div></div>`,
  },
  {
    name: "Zendesk messaging",
    script: "https://static.zdassets.com/ekr/snippet.js?key=0a1b2c3d",
    css: launcher('iframe[title="Button to launch messaging window"]'),
    html: `<div>${frame('title="Button to launch messaging window" role="presentation"')}</div>`,
  },
  {
    name: "Zendesk classic",
    script: "https://static.zdassets.com/web_widget/classic/latest/web-widget-main.js",
    css: launcher("iframe#launcher"),
    html: `<div>${frame('id="launcher" data-product="web_widget" title="Opens a widget where you can chat"')}</div>`,
  },
  {
    name: "HubSpot",
    script: "https://js.usemessages.com/conversations-embed.js",
    css: "",
    html: `<div id="hubspot-messages-iframe-container" class="widget-align-right internal" style="${STUBBORN};display:initial !important"><iframe src="about:blank" title="Chat Widget" style="width:64px;height:64px;border:0"></iframe></div>`,
  },
  {
    name: "Tawk.to",
    script: "https://embed.tawk.to/0a1b2c3d4e5f60718293a4b5/default",
    css: "",
    html: `<div id="dgcjmtpg6o9o1719000000000" class="widget-visible">${frame(`title="chat widget" style="${STUBBORN};display:block !important"`)}</div>`,
  },
  {
    name: "LiveChat",
    script: "https://cdn.livechatinc.com/tracking.js",
    css: launcher("#chat-widget-container"),
    html: `<div id="chat-widget-container">${frame('id="chat-widget-minimized" title="LiveChat chat widget" style="width:64px;height:64px;border:0;border-radius:32px"')}</div>`,
  },
  {
    name: "Freshchat",
    script: "https://wchat.freshchat.com/js/widget.js",
    css: launcher("#fc_frame"),
    html: `<div id="fc_frame" class="fc-widget-normal">${frame('id="fc_widget" title="Chat" style="width:64px;height:64px;border:0;border-radius:32px"')}</div>`,
  },
  {
    name: "Tidio",
    script: "https://code.tidio.co/abcdefghijklmnopqrstuvwxyz012345.js",
    css: "",
    html: `<div id="tidio-chat">${frame(`id="tidio-chat-iframe" title="Tidio Chat" style="${STUBBORN};display:block !important"`)}</div>`,
  },
  {
    name: "Olark",
    script: "https://static.olark.com/jsclient/loader.js",
    css: launcher(".olark-launch-button"),
    html: '<div id="olark-wrapper"><div id="olark-container"><div class="olark-launch-button-wrapper"><button class="olark-launch-button" aria-label="Open chat"></button></div></div></div>',
  },
  {
    name: "Gorgias",
    script: "https://config.gorgias.chat/bundle-loader/01HABCDEFGHJKMNPQRSTVWXYZ0",
    css: launcher("#chat-button"),
    html: `<div id="gorgias-chat-container">${frame('id="chat-button" title="Gorgias live chat messenger"')}</div>`,
  },
  {
    name: "Help Scout Beacon",
    script: "https://beacon-v2.helpscout.net/",
    css: launcher(".BeaconFabButtonFrame"),
    html: `<div id="beacon-container"><div class="hsds-beacon"><div class="BeaconFabButtonFrame">${frame('title="Help Scout Beacon - Live Chat" style="width:64px;height:64px;border:0;border-radius:32px"')}</div></div></div>`,
  },
  {
    name: "Userlike",
    script: "https://userlike-cdn-widgets.s3-eu-west-1.amazonaws.com/0a1b2c3d4e5f6071829.js",
    css: launcher("#uslk-button"),
    html: '<div id="userlike"><div id="uslk-button" role="button"></div></div>',
  },
  {
    name: "JivoChat",
    script: "https://code.jivosite.com/widget/AbCdEfGhIj",
    css: `${launcher("jdiv.button_a1")}jdiv{display:block}`,
    html: '<jdiv><jdiv class="button_a1" id="jivo-iframe-container"></jdiv></jdiv>',
  },
  {
    name: "Smartsupp",
    script: "https://www.smartsuppchat.com/loader.js",
    css: launcher("#smartsupp-widget-container > div"),
    html: '<div id="smartsupp-widget-container"><div data-testid="widgetButton"></div></div>',
  },
  {
    name: "Chatra",
    script: "https://call.chatra.io/chatra.js",
    css: launcher("#chatra"),
    html: `<div id="chatra" class="chatra--webkit chatra--side-bottom">${frame('id="chatra__iframe" title="Chatra live chat" style="width:64px;height:64px;border:0;border-radius:32px"')}</div>`,
  },
  {
    name: "LivePerson",
    script: "https://lptag.liveperson.net/tag/tag.js?site=12345678",
    css: launcher(".LPMcontainer"),
    html: '<div id="LPMcontainer-1700000000000-0" class="LPMcontainer LPMoverlay" role="button" tabindex="0"></div>',
  },
  {
    name: "Genesys Cloud Messenger",
    script: "https://apps.mypurecloud.ie/genesys-bootstrap/genesys.min.js",
    css: launcher(".genesys-mxg-frame"),
    html: `<div class="genesys-app">${frame('id="genesys-mxg-frame" class="genesys-mxg-frame genesys-mxg-launcher-frame" title="Genesys Messenger"')}</div>`,
  },
  {
    name: "Salesforce Messaging for Web",
    script: "https://acme.my.salesforce.com/embeddedservice/5.0/esw.min.js",
    css: launcher("#embeddedMessagingConversationButton"),
    html: '<div id="embedded-messaging" class="embedded-messaging"><div class="embeddedMessagingConversationButtonWrapper"><button id="embeddedMessagingConversationButton" class="embeddedMessagingConversationButton" aria-label="Chat"></button></div></div>',
  },
  {
    name: "Zoho SalesIQ",
    script: "https://salesiq.zohopublic.eu/widget?wc=siq0a1b2c3d",
    css: launcher("#zsiq_float"),
    html: '<div class="zsiq_floatmain zsiq_theme1" data-id="zsalesiq"><div id="zsiq_float" class="zsiq_float"></div></div><div id="zsiqwidget" class="zls-sptwndw" style="display:none"></div>',
  },
  {
    name: "Ada",
    script: "https://static.ada.support/embed2.js",
    css: launcher("#ada-button-frame"),
    html: frame('id="ada-button-frame" title="Ada chat bot"'),
  },
  {
    name: "Channel Talk",
    script: "https://cdn.channel.io/plugin/ch-plugin-web.js",
    css: launcher("#ch-plugin > div"),
    html: '<div id="ch-plugin" class="notranslate"><div data-ch-testid="launcher"></div></div>',
  },
  {
    name: "Facebook Customer Chat",
    script: "https://connect.facebook.net/en_US/sdk/xfbml.customerchat.js",
    css: launcher(".fb_dialog"),
    html: `<div id="fb-root"><div class="fb_dialog fb_dialog_advanced">${frame('data-testid="bubble_iframe" style="width:64px;height:64px;border:0;border-radius:32px"')}</div></div>`,
  },
  {
    name: "Chatbase",
    script: "https://www.chatbase.co/embed.min.js",
    css: launcher("#chatbase-bubble-button"),
    html: '<div id="chatbase-message-bubbles"></div><button id="chatbase-bubble-button" aria-label="Open chat"></button>',
  },
  {
    name: "Botpress components",
    css: launcher(".bpFabContainer"),
    html: '<div><button class="bpReset bpFabContainer"><span class="bpFabIcon"></span></button></div>',
  },
  {
    name: "Chatwoot on the page's own host",
    css: launcher(".woot-widget-bubble"),
    html: '<div class="woot-widget-holder woot--hide" style="display:none"></div><div class="woot--bubble-holder" id="cw-bubble-holder"><button class="woot-widget-bubble" aria-label="Open chat window"></button></div>',
  },
  {
    name: "Rocket.Chat on the page's own host",
    css: launcher(".rocketchat-widget"),
    html: '<div class="rocketchat-widget" data-state="closed"></div>',
  },
  {
    name: "Join.chat for WhatsApp",
    css: launcher(".joinchat__button"),
    html: '<div class="joinchat joinchat--right joinchat--show"><div class="joinchat__button" role="button"></div></div>',
  },
  {
    name: "Click to Chat for WhatsApp",
    css: launcher("#ht-ctc-chat"),
    html: '<div class="ht-ctc ht-ctc-chat ctc-analytics ctc_wp_desktop style-2" id="ht-ctc-chat"></div>',
  },
  {
    name: "A custom launcher with a badge and a message",
    css: `${launcher(".x-a")} .x-b,.x-c{position:fixed;z-index:9;background:${CHAT_COLOUR}} .x-b{right:16px;bottom:70px;width:24px;height:24px} .x-c{right:100px;bottom:24px;padding:12px}`,
    html: '<div><button class="x-a" aria-label="Schreiben Sie uns"></button><span class="x-b">1</span><div class="x-c">Guten Tag!</div></div>',
  },
  {
    name: "A launcher whose closed panel is a chat",
    css: `${launcher(".y-a")} .y-chat-window{display:none}`,
    html: '<div><div class="y-a">2</div><div class="y-chat-window"><input></div></div>',
  },
  {
    name: "An open panel in a shadow root",
    css: "support-corner{display:block}",
    html: "<support-corner></support-corner>",
    shadow: `<style>div{position:fixed;right:20px;bottom:20px;width:360px;height:520px;background:${CHAT_COLOUR}}</style><div><h2>Virtual assistant</h2><textarea placeholder="Ask us anything"></textarea></div>`,
  },
  {
    name: "A link to WhatsApp",
    css: launcher(".z-a"),
    html: '<a class="z-a" href="https://wa.me/4915112345678"></a>',
  },
];
