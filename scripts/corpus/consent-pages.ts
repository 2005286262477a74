// Pages with consent banners of npm packages. Each module follows the package's documentation.
import type { CorpusPage } from "./page.ts";

const react = (imports: string, element: string) =>
  `import { mount } from "mount-react";\n${imports}\nmount(${element});`;

/** Tables of texts of vanilla-cookieconsent. Two of the texts never say "cookie". */
const VANILLA_TEXTS: Record<string, object> = {
  en: {
    title: "We value your privacy",
    description:
      "We and our partners process personal information, such as your browsing data, to improve this service.",
    acceptAllBtn: "Accept all",
    acceptNecessaryBtn: "Reject all",
    showPreferencesBtn: "Manage preferences",
  },
  ja: {
    title: "プライバシーについて",
    description: "当サイトでは利便性の向上のためにクッキーを使用します。",
    acceptAllBtn: "すべて同意する",
    acceptNecessaryBtn: "すべて拒否する",
  },
  de: {
    title: "Ihre Privatsphäre",
    description:
      "Wir verarbeiten personenbezogene Daten, um unser Angebot zu verbessern. Sie können der Datenverarbeitung widersprechen.",
    acceptAllBtn: "Alle akzeptieren",
    acceptNecessaryBtn: "Alle ablehnen",
  },
};

const vanilla = (language: string, kind: string, layout: string): CorpusPage => ({
  package: "vanilla-cookieconsent",
  version: "3.1.0",
  kind,
  language,
  module: `import "vanilla-cookieconsent/dist/cookieconsent.css"; import { run } from "vanilla-cookieconsent";
    run({ hideFromBots: false, categories: { necessary: { readOnly: true }, analytics: {} }, disablePageInteraction: ${kind === "locked box"},
      guiOptions: { consentModal: { layout: "${layout}" } },
      language: { default: "${language}", translations: { "${language}": { consentModal: ${JSON.stringify(VANILLA_TEXTS[language])}, preferencesModal: { sections: [] } } } } });`,
});

const tarteaucitron = (language: string, settings: string): CorpusPage => ({
  package: "tarteaucitronjs",
  version: "1.34.0",
  kind: settings.includes("middle") ? "dialog and icon" : "bar and icon",
  language,
  module: `import "tarteaucitronjs/css/tarteaucitron.css"; import program from "text:tarteaucitronjs/tarteaucitron.js";
    import language from "text:tarteaucitronjs/lang/tarteaucitron.${language}.js"; import services from "text:tarteaucitronjs/tarteaucitron.services.js";
    window.tarteaucitronForceLanguage = "${language}"; window.tarteaucitronForceCDN = "/"; window.tarteaucitronUseMin = "";
    const run = (0, eval);
    run(program); run(language); run(services);
    tarteaucitron.init({ ${settings}, showIcon: true, iconPosition: "BottomRight", DenyAllCta: true, AcceptAllCta: true, highPrivacy: true, useExternalCss: true, useExternalJs: true, removeCredit: true });
    (tarteaucitron.job = tarteaucitron.job || []).push("youtube");`,
});

const orejime = (language: string): CorpusPage => ({
  package: "orejime",
  version: "3.2.1",
  kind: "dialog",
  language,
  module: `import "orejime/dist/orejime-standard.css";
    window.orejimeConfig = { purposes: [{ id: "analytics", title: "Matomo", cookies: ["a"] }], privacyPolicyUrl: "/privacy" };
    import("orejime/dist/orejime-standard-${language}.js");`,
});

const klaro = (language: string, mustConsent: boolean): CorpusPage => ({
  package: "klaro",
  version: "0.7.22",
  kind: mustConsent ? "dialog" : "notice",
  language,
  module: `import { show } from "klaro/dist/klaro";
    show({ lang: "${language}", mustConsent: ${mustConsent}, privacyPolicy: "/privacy", services: [{ name: "matomo", purposes: ["analytics"] }] });`,
});

const osano = (language: string, type: string, position: string, content: object): CorpusPage => ({
  package: "cookieconsent",
  version: "3.1.1",
  kind: type === "opt-out" ? "bar, later a tab" : `notice, ${position}`,
  language,
  module: `import "cookieconsent/build/cookieconsent.min.css"; import "cookieconsent/build/cookieconsent.min.js";
    window.cookieconsent.initialise({ type: "${type}", position: "${position}", content: ${JSON.stringify(content)}, palette: { popup: { background: "#237afc" }, button: { background: "#fff" } } });`,
});

const reactCookieConsent = (
  language: string,
  text: string,
  accept: string,
  decline: string,
): CorpusPage => ({
  package: "react-cookie-consent",
  version: "10.0.2",
  kind: "bar",
  language,
  module: react(
    'import { CookieConsent } from "react-cookie-consent";',
    `<CookieConsent buttonText="${accept}" enableDeclineButton declineButtonText="${decline}">${text}</CookieConsent>`,
  ),
});

export const consentPages: readonly CorpusPage[] = [
  vanilla("en", "box without the word cookie", "box"),
  vanilla("ja", "bar", "bar"),
  vanilla("de", "locked box", "cloud"),
  klaro("en", false),
  klaro("de", true),
  klaro("pl", false),
  osano("en", "info", "bottom", {}),
  osano("es", "opt-out", "bottom-left", {
    message: "Este sitio web usa cookies para mejorar su experiencia.",
    dismiss: "Entendido",
    deny: "Rechazar",
    link: "Más información",
    policy: "Política de cookies",
  }),
  osano("fr", "opt-in", "top", {
    message: "Ce site utilise des cookies pour mesurer son audience.",
    allow: "Accepter",
    deny: "Refuser",
    link: "En savoir plus",
    policy: "Gestion des cookies",
  }),
  tarteaucitron("fr", 'orientation: "bottom"'),
  tarteaucitron("en", 'orientation: "middle"'),
  tarteaucitron("tr", 'orientation: "bottom"'),
  orejime("en"),
  orejime("fr"),
  orejime("fi"),
  orejime("hu"),
  reactCookieConsent(
    "en",
    "This website processes personal data to enhance the user experience. Read our privacy policy.",
    "I understand",
    "I decline",
  ),
  reactCookieConsent(
    "ru",
    "Мы используем файлы cookie, чтобы улучшить работу сайта.",
    "Принять",
    "Отклонить",
  ),
  reactCookieConsent("zh", "我们使用 Cookie 来改善您的体验。", "接受", "拒绝"),
  reactCookieConsent(
    "nl",
    "Wij verwerken persoonsgegevens om onze website te verbeteren. Lees onze privacyverklaring.",
    "Akkoord",
    "Weigeren",
  ),
  {
    package: "vue-cookie-law",
    version: "1.13.3",
    kind: "bar",
    language: "en",
    module:
      'import { mount } from "mount-vue2"; import CookieLaw from "vue-cookie-law"; mount({ render: (h) => h(CookieLaw, { props: { buttonDecline: true } }) });',
  },
  {
    package: "vue-cookie-accept-decline",
    version: "6.1.0",
    kind: "bar",
    language: "it",
    module: `import { mount } from "mount-vue"; import Banner from "vue-cookie-accept-decline"; import "vue-cookie-accept-decline/dist/vue-cookie-accept-decline.css";
      mount({ components: { Banner }, template: '<Banner element-id="a" type="bar" position="bottom"><template #message>Utilizziamo i cookie per migliorare la tua esperienza.</template><template #declineContent>Rifiuta</template><template #acceptContent>Accetta</template></Banner>' });`,
  },
  {
    package: "vue-cookie-accept-decline",
    version: "6.1.0",
    kind: "floating box",
    language: "en",
    module: `import { mount } from "mount-vue"; import Banner from "vue-cookie-accept-decline"; import "vue-cookie-accept-decline/dist/vue-cookie-accept-decline.css";
      mount({ components: { Banner }, template: '<Banner element-id="a" type="floating" position="bottom-right" />' });`,
  },
  {
    package: "vue-cookie-comply",
    version: "0.0.3",
    kind: "bar",
    language: "en",
    module: `import { mount } from "mount-vue"; import Comply from "vue-cookie-comply"; import "vue-cookie-comply/dist/style.css";
      mount({ template: '<vue-cookie-comply :preferences="[]" />' }, Comply);`,
  },
  {
    package: "@beyonk/gdpr-cookie-consent-banner",
    version: "16.0.2",
    kind: "bar",
    language: "en",
    html: '<cookie-consent-banner cookie-name="foo" description="We use cookies to offer a better browsing experience, analyze site traffic and serve targeted advertisements."></cookie-consent-banner>',
    module:
      'import "./node_modules/@beyonk/gdpr-cookie-consent-banner/dist/index.js"; import "./node_modules/@beyonk/gdpr-cookie-consent-banner/src/lib/banner.css";',
  },
  {
    package: "@c15t/react",
    version: "2.2.1",
    kind: "box",
    language: "en",
    module: react(
      'import { ConsentManagerProvider, ConsentBanner, ConsentDialog } from "@c15t/react"; import "@c15t/react/styles.css";',
      '<ConsentManagerProvider options={{ mode: "offline", consentCategories: ["necessary", "measurement"] }}><ConsentBanner /><ConsentDialog /></ConsentManagerProvider>',
    ),
  },
  {
    package: "@demos-europe/dp-consent",
    version: "1.3.0",
    kind: "slide-out",
    language: "de",
    module: `import { dpConsent } from "@demos-europe/dp-consent/dist/dp-consent.es.min.js";
      dpConsent({ notice: "Wir verwenden Cookies.", optionalCookies: [{ name: "matomo", explanation: "Statistik" }], necessaryCookies: [{ name: "session", explanation: "Anmeldung" }], onGrantConsent() {}, onRevokeConsent() {} });`,
  },
  {
    package: "@htmlbricks/hb-cookie-law-banner",
    version: "0.76.5",
    kind: "bar in a shadow root, slotted text",
    language: "en",
    html: '<div style="position:fixed;bottom:0;left:0;right:0;z-index:99;background:white"><hb-cookie-law-banner allowdecline="yes" i18nlang="en"><span slot="title">Cookies on this site</span><span slot="text">We use cookies to run the site and measure usage.</span></hb-cookie-law-banner></div>',
    module: 'import "@htmlbricks/hb-cookie-law-banner";',
  },
  {
    package: "@justeat/f-cookie-banner",
    version: "4.12.2",
    kind: "dialog",
    language: "en",
    module:
      'import { mount } from "mount-vue2"; import Banner from "@justeat/f-cookie-banner"; import "@justeat/f-cookie-banner/dist/f-cookie-banner.css"; mount({ render: (h) => h(Banner, { props: { locale: "en-GB", shouldHideBanner: false } }) });',
  },
  {
    package: "@keepist/react-gdpr-cookie-banner",
    version: "0.4.0",
    kind: "bar",
    language: "en",
    module: react(
      'import { CookieBanner } from "@keepist/react-gdpr-cookie-banner";',
      '<CookieBanner message="We use cookies to personalise content." onAcceptPreferences={() => {}} onAcceptStatistics={() => {}} onAcceptMarketing={() => {}} />',
    ),
  },
  {
    package: "@porscheofficial/cookie-consent-banner",
    version: "4.1.0",
    kind: "bar, slotted text",
    language: "en",
    html: '<cookie-consent-banner btn-label-accept-and-continue="Agree and continue" btn-label-only-essential-and-continue="Continue with technically required cookies only" btn-label-persist-selection-and-continue="Save selection" btn-label-select-all-and-continue="Select all and continue">We use cookies and similar technologies to provide certain features. By clicking on "Agree and continue", you declare your consent.</cookie-consent-banner>',
    module:
      'import { defineCustomElement } from "./node_modules/@porscheofficial/cookie-consent-banner/dist/components/cookie-consent-banner.js"; defineCustomElement();',
  },
  {
    package: "@vaadin/vaadin-cookie-consent",
    version: "23.6.6",
    kind: "bar",
    language: "en",
    html: "<vaadin-cookie-consent></vaadin-cookie-consent>",
    module: 'import "@vaadin/vaadin-cookie-consent";',
  },
  {
    package: "@vantezzen/react-cookie-banner",
    version: "0.1.8",
    kind: "dialog and tab",
    language: "de",
    module: react(
      'import { CookieBanner, CookieConsentProvider, FloatingConsentInfo } from "@vantezzen/react-cookie-banner"; import "./node_modules/@vantezzen/react-cookie-banner/dist/index.css";',
      '<CookieConsentProvider><CookieBanner lang="de" /><FloatingConsentInfo /></CookieConsentProvider>',
    ),
  },
  {
    package: "@walltowall/cookie-banner",
    version: "1.0.5",
    kind: "box, slotted text",
    language: "en",
    html: '<cookie-banner storage-key="c"><h2>Privacy Settings</h2><p>This website uses cookies to improve your browsing experience and analyze site traffic. See our <a href="/privacy-policy">Privacy Policy</a>.</p></cookie-banner>',
    module: 'import "@walltowall/cookie-banner";',
  },
  {
    package: "cookie-consent-box",
    version: "2.4.0",
    kind: "bar",
    language: "pl",
    module: `import CookieBox from "cookie-consent-box"; import "cookie-consent-box/dist/cookie-consent-box.css";
      new CookieBox({ language: "pl", url: "/privacy" }).init();`,
  },
  {
    package: "cookie-though",
    version: "1.7.3",
    kind: "panel",
    language: "en",
    module: `import { init } from "cookie-though";
      init({ policies: [{ id: "essential", label: "Essential", description: "Needed by the website.", category: "essential" }, { id: "stats", label: "Statistics", description: "Measures visits.", category: "statistics" }],
        permissionLabels: { accept: "Accept", acceptAll: "Accept all", decline: "Decline" }, header: { title: "cookie though?", description: "You know what data is collected. You decide." }, customizeLabel: "Customize", cookiePolicy: { url: "/privacy", label: "Read the full cookie declaration" } });`,
  },
  {
    package: "cookie-notice",
    version: "1.3.9",
    kind: "bar",
    language: "pt",
    module:
      'import "cookie-notice/dist/cookie.notice.js"; window.cookieNoticeJS({ messageLocales: { pt: "Utilizamos cookies para garantir a melhor experiência." }, noticeBgColor: "#000" });',
  },
  {
    package: "cookiecraft",
    version: "1.0.11",
    kind: "bar",
    language: "en",
    module: `import "cookiecraft/dist/cookiecraft.css"; import { CookieConsent } from "cookiecraft/dist/cookiecraft.esm.js";
      new CookieConsent({ categories: { necessary: { enabled: true, readOnly: true, label: "Essential", description: "Required." }, analytics: { enabled: true, readOnly: false, label: "Analytics", description: "Measures." } } }).init();`,
  },
  {
    package: "cookies-eu-banner",
    version: "3.0.0",
    kind: "bar",
    language: "fr",
    html: '<template id="cookies-eu-banner-template"><div id="cookies-eu-banner" style="position:fixed;bottom:0;left:0;right:0;background:#eee;padding:20px">En poursuivant votre navigation, vous acceptez l’utilisation de cookies. <button id="cookies-eu-reject">Refuser</button> <button id="cookies-eu-accept">Accepter</button></div></template>',
    module:
      'import { createCookiesBanner } from "cookies-eu-banner"; createCookiesBanner({ onAccept() {} });',
  },
  {
    package: "gdpr-cookie-notice",
    version: "1.0.0",
    kind: "bar",
    language: "en",
    module: `import program from "text:gdpr-cookie-notice/dist/script.js"; import "./node_modules/gdpr-cookie-notice/dist/style.css";
      (0, eval)(program); gdprCookieNotice({ locale: "en", timeout: 200, statement: "/privacy", performance: ["JSESSIONID"], analytics: ["ga"], marketing: ["SSID"] });`,
  },
  {
    package: "jquery-cookiebar",
    version: "1.0.5",
    kind: "bar",
    language: "en",
    module: `import $ from "jquery"; window.jQuery = window.$ = $; import("jquery-cookiebar/jquery.cookiebar.js").then(() => $.cookieBar({ declineButton: true, fixed: true, bottom: true }));
      import "jquery-cookiebar/jquery.cookiebar.css";`,
  },
  {
    package: "jquery.cookiebar",
    version: "0.1.0",
    kind: "bar",
    language: "en",
    module: `import $ from "jquery"; window.jQuery = window.$ = $; import("jquery.cookiebar/jquery.cookieBar.js").then(() => $.cookieBar({ style: "bottom" }));
      import "./node_modules/jquery.cookiebar/cookieBar.css";`,
  },
  {
    package: "js-cookie-consent",
    version: "1.3.1",
    kind: "bar",
    language: "it",
    module: `import cookieConsent from "js-cookie-consent"; import "js-cookie-consent/dist/css/styles.css";
      cookieConsent({ cookieName: "cookiesGDPR", message: "Utilizziamo i cookie per offrirti una migliore esperienza.", options: [{ title: "Cookie essenziali", description: "Necessari.", key: "essential", disabled: true, checked: true }, { title: "Marketing", description: "Annunci.", key: "marketing", disabled: false, checked: false }], learnMore: "/privacy", expiration: 7, color: "#6666ff" });`,
  },
  {
    package: "react-cookie-banner",
    version: "4.1.0",
    kind: "bar",
    language: "en",
    module: react(
      'import CookieBanner from "react-cookie-banner";',
      '<CookieBanner message="Yes, we use cookies." onAccept={() => {}} cookie="accepted" styles={{ banner: { position: "fixed", bottom: 0, height: "auto" } }} />',
    ),
  },
  {
    package: "react-cookie-consent-popup",
    version: "1.5.1",
    kind: "dialog",
    language: "en",
    module: react(
      'import { ConsentPopup, ConsentProvider } from "react-cookie-consent-popup"; import "react-cookie-consent-popup/styles";',
      '<ConsentProvider options={{ services: [{ id: "essential", name: "Essential", mandatory: true }, { id: "a", name: "Analytics" }] }}><ConsentPopup /></ConsentProvider>',
    ),
  },
  {
    package: "react-cookie-manager",
    version: "5.4.1",
    kind: "box and tab",
    language: "en",
    module: react(
      'import { CookieManager } from "react-cookie-manager";',
      '<CookieManager showManageButton={true} privacyPolicyUrl="/privacy"><span /></CookieManager>',
    ),
  },
  {
    package: "react-hook-consent",
    version: "3.5.3",
    kind: "dialog",
    language: "en",
    module: react(
      'import { ConsentBanner, ConsentProvider } from "react-hook-consent"; import "./node_modules/react-hook-consent/dist/styles/style.css";',
      '<ConsentProvider options={{ services: [{ id: "a", name: "Analytics", scripts: [] }], theme: "light" }}><ConsentBanner settings={{ modal: { title: "Settings" } }} decline={{}} approve={{}} /></ConsentProvider>',
    ),
  },
  {
    package: "simple-cookie-consent",
    version: "0.1.8",
    kind: "bar",
    language: "en",
    module:
      'import SimpleCookieConsent from "simple-cookie-consent"; import "simple-cookie-consent/dist/simple-cookie-consent.min.css"; const Consent = SimpleCookieConsent.default ?? SimpleCookieConsent; new Consent();',
  },
];
