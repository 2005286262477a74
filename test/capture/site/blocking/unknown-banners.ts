// Consent banners that no list contains, in many languages and with meaningless names.
import {
  backdrop,
  bar,
  BLURRED,
  corner,
  LOCKED,
  modal,
  PINNED,
  strip,
  topBar,
} from "./consent-styles.ts";
import type { Widget } from "./program.ts";

type UnknownBanner = Widget & { name: string; language: string };

export const unknownBanners: readonly UnknownBanner[] = [
  {
    name: "a notice with one button",
    language: "en",
    css: bar(".k2"),
    html: '<div class="k2"><p>This website uses cookies to make sure you get the best experience. <a href="#">Learn more</a></p><button>Got it</button></div>',
    accept: ".k2 button",
  },
  {
    name: "a banner in an open shadow root",
    language: "en",
    css: "site-notice{display:block}",
    html: "<site-notice></site-notice>",
    shadow: `<style>${bar("section")}</style><section role="region"><p>We use cookies to measure our audience and to show you offers. By continuing to browse you agree to our use of cookies.</p><button class="yes">Accept all cookies</button> <button class="no">Reject all</button></section>`,
    accept: ".yes",
    reject: ".no",
  },
  {
    name: "a locked dialog",
    language: "de",
    css: modal(".x-frame") + backdrop(".x-shade") + LOCKED,
    html: '<div class="x-shade"></div><div class="x-frame"><h2>Wir schätzen Ihre Privatsphäre</h2><p>Wir verwenden Cookies und ähnliche Technologien, um unsere Website zu verbessern. Sie können Ihre Auswahl jederzeit ändern.</p><button class="a">Alle akzeptieren</button> <button class="b">Nur notwendige Cookies</button> <a href="#">Impressum</a></div>',
    accept: ".a",
    reject: ".b",
  },
  {
    name: "a box with a blurred page behind it",
    language: "fr",
    css: corner(".boite") + BLURRED,
    html: '<section class="boite" role="dialog"><a href="#" class="non">Continuer sans accepter</a><p>Nous utilisons des cookies pour mesurer l’audience et personnaliser nos contenus. Vous pouvez retirer votre consentement à tout moment.</p><button class="oui">Tout accepter</button></section>',
    accept: ".oui",
    reject: ".non",
  },
  {
    name: "a bar below the page",
    language: "es",
    css: bar(".aviso"),
    html: '<div class="aviso"><p>Utilizamos cookies propias y de terceros para analizar nuestros servicios y mostrarle publicidad. Puede aceptar o rechazar su uso.</p><button class="si">Aceptar todas</button> <button class="no">Rechazar todas</button> <button>Configurar</button></div>',
    accept: ".si",
    reject: ".no",
  },
  {
    name: "a modal dialog element",
    language: "it",
    css: `${modal("dialog.nota")}dialog.nota{border:0;margin:0}${LOCKED}`,
    html: '<dialog class="nota"><p>Utilizziamo i cookie per migliorare la tua esperienza. Cliccando su “Accetta tutti” acconsenti all’uso dei cookie.</p><button class="si">Accetta tutti</button> <button class="no">Rifiuta tutti</button></dialog>',
    accept: ".si",
    reject: ".no",
    globals: "addEventListener('load', () => document.querySelector('dialog.nota')?.showModal());",
  },
  {
    name: "a strip above the page that pushes it down",
    language: "nl",
    css: strip(".strook"),
    html: '<div class="strook">Wij gebruiken cookies om onze website te verbeteren en gebruik van cookies voor advertenties mogelijk te maken. <button class="ja">Alles accepteren</button> <button class="nee">Cookies weigeren</button></div>',
    accept: ".ja",
    reject: ".nee",
    globals:
      "addEventListener('load', () => document.body.prepend(document.querySelector('.strook') ?? ''));",
  },
  {
    name: "a banner that pins the page",
    language: "pl",
    css: modal(".okno") + backdrop(".tlo") + PINNED,
    html: '<div class="tlo"></div><div class="okno" aria-modal="true"><p>Używamy plików cookie, aby dostosować treści i reklamy. Korzystamy z technologii, takich jak pliki cookie, za Twoją zgodą.</p><button class="tak">Akceptuję wszystkie</button> <button class="nie">Odrzuć wszystkie</button></div>',
    accept: ".tak",
    reject: ".nie",
  },
  {
    name: "a bar above the page",
    language: "pt",
    css: topBar(".barra"),
    html: '<div class="barra"><p>Utilizamos cookies para melhorar a sua experiência neste site e personalizar anúncios.</p><button class="sim">Aceitar todos</button> <button class="nao">Rejeitar todos</button></div>',
    accept: ".sim",
    reject: ".nao",
  },
  {
    name: "a bar below the page",
    language: "sv",
    css: bar(".rad"),
    html: '<div class="rad"><p>Vi använder cookies för att ge dig en bättre upplevelse och för att mäta trafiken på webbplatsen.</p><button class="ja">Godkänn alla cookies</button> <button class="nej">Avvisa alla</button></div>',
    accept: ".ja",
    reject: ".nej",
  },
  {
    name: "a bar below the page",
    language: "ja",
    css: bar(".bn"),
    html: '<div class="bn"><p>当サイトでは、利便性の向上と利用状況の分析のためにCookieを使用しています。詳しくはプライバシーポリシーをご覧ください。</p><button class="ok">すべて同意する</button> <button class="ng">拒否する</button></div>',
    accept: ".ok",
    reject: ".ng",
  },
  {
    name: "a locked dialog",
    language: "zh",
    css: modal(".dlg") + backdrop(".zz") + LOCKED,
    html: '<div class="zz"></div><div class="dlg" role="dialog"><p>我们使用 Cookie 来改善您的浏览体验并分析网站流量。您可以接受全部 Cookie，也可以拒绝。</p><button class="ok">接受全部</button> <button class="ng">全部拒绝</button></div>',
    accept: ".ok",
    reject: ".ng",
  },
  {
    name: "a bar below the page",
    language: "ko",
    css: bar(".nt"),
    html: '<div class="nt"><p>이 웹사이트는 더 나은 서비스를 제공하기 위해 쿠키를 사용합니다. 자세한 내용은 개인정보 처리방침을 확인하세요.</p><button class="ok">모두 동의</button> <button class="ng">거부</button></div>',
    accept: ".ok",
    reject: ".ng",
  },
  {
    name: "a banner without the word cookie",
    language: "fi",
    css: corner(".o-banner"),
    html: '<div class="o-banner privacy-notice"><p>Keräämme ja käsittelemme henkilötietoja seuraaviin tarkoituksiin: Tilastot.</p><button class="o-accept">Selvä juttu</button> <button class="o-decline">En halua</button></div>',
    accept: ".o-accept",
    reject: ".o-decline",
  },
  {
    name: "a banner with its text in a slot",
    language: "en",
    css: "consent-strip{display:block}",
    html: "<consent-strip><span>We use cookies and similar technologies to provide certain features.</span></consent-strip>",
    shadow: `<style>${bar("section")}</style><section><slot></slot><button class="yes">Agree and continue</button> <button class="no">Only necessary cookies</button></section>`,
    accept: ".yes",
    reject: ".no",
  },
  {
    name: "a locked dialog with its shade in a shadow root",
    language: "en",
    css: `consent-gate{display:block}${LOCKED}`,
    html: "<consent-gate></consent-gate>",
    shadow: `<style>${backdrop(".shade")}${modal("section")}</style><div class="shade"></div><section role="dialog"><p>We use cookies to measure our audience and to show you offers.</p><button class="yes">Accept all cookies</button> <button class="no">Reject all</button></section>`,
    accept: ".yes",
    reject: ".no",
  },
  {
    name: "a dialog with its shade in another shadow root",
    language: "en",
    css: `${modal(".box")}${LOCKED}`,
    html: '<div class="box" role="dialog"><p>We use cookies to measure our audience and to show you offers.</p><button class="yes">Accept all cookies</button> <button class="no">Reject all</button></div>',
    accept: ".yes",
    reject: ".no",
    globals: `addEventListener("DOMContentLoaded", () => {
      const shade = document.body.appendChild(document.createElement("x-cover")).attachShadow({ mode: "open" });
      shade.innerHTML = ${JSON.stringify(`<style>${backdrop("div")}</style><div></div>`)};
      const { close } = widget;
      widget.close = (answer) => { close.call(widget, answer); shade.host.remove(); };
    });`,
  },
  {
    name: "a bar in a frame without an address",
    language: "en",
    css: ".holder{position:fixed;inset:auto 0 0;z-index:9}.holder iframe{width:100%;height:140px;border:0;display:block}",
    html: `<div class="holder"><iframe srcdoc="${frameOf("")}"></iframe></div>`,
  },
  {
    name: "a frame without an address that covers and locks the page",
    language: "en",
    css: `.cover{position:fixed;inset:0;width:100%;height:100%;border:0;z-index:9}${LOCKED}`,
    html: `<iframe class="cover" srcdoc="${frameOf("position:fixed;inset:30% 20% auto;")}"></iframe>`,
  },
  {
    name: "a bar with a tab and an icon that remain",
    language: "en",
    css: bar(".note"),
    html: '<div class="note"><p>We use cookies to measure our audience and to show you offers.</p><button class="yes">Accept all cookies</button> <button class="no">Reject all</button></div>',
    accept: ".yes",
    reject: ".no",
    globals: `const { close } = widget;
      widget.close = (answer) => { close.call(widget, answer); document.body.insertAdjacentHTML("beforeend", '<button style="position:fixed;left:30px;bottom:0;padding:8px 12px;background:rgb(200,0,120);color:white;border:0">Cookie settings</button><button aria-label="Cookie settings" style="position:fixed;right:30px;bottom:30px;width:48px;height:48px;background:rgb(200,0,120);border:0">🍪</button>'); };`,
  },
  {
    name: "a fixed element whose text is only in its shadow root, which insists on its display",
    language: "en",
    css: corner("site-consent"),
    html: '<site-consent class="shown"></site-consent>',
    shadow:
      '<style>:host(.shown){display:block!important}</style><div><p>You decide about cookies on this website.</p><button class="no">Decline</button> <button class="yes">Accept all</button></div>',
    accept: ".yes",
    reject: ".no",
  },
  {
    name: "a button with more text for screen readers",
    language: "en",
    css: `${bar(".note")}.more{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}`,
    html: '<div class="note"><p>We use cookies to make your experience of our website better.</p><button class="note__button--accept"><span class="note__button-text">Accept <span class="more">consent to set cookies</span></span></button></div>',
    accept: ".note__button--accept",
  },
];

/** Returns the document of a frame that contains only a banner, as the value of an attribute. */
function frameOf(position: string): string {
  const banner = `${position}padding:30px;background:rgb(200,0,120);color:white`;
  const html = `<body style="margin:0"><div style="${banner}">We use cookies to measure our audience and to show you offers. <button>Accept all cookies</button></div>`;
  return html.replaceAll('"', "&quot;");
}
