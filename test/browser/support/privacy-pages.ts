// Dialogs that name no cookies, and dialogs in the top layer. The sweep removes elements with `data-banner` only.

type DialogPage = { name: string; html: string };

const PAGE =
  "<header><b>Nordwind</b> Tents Backpacks</header><main><h1>Tents</h1><p>The ferry leaves at seven and comes back when the market closes.</p></main>";

const buttons = (...labels: string[]) =>
  labels.map((label) => `<button>${label}</button>`).join(" ");

const BOX = "right:20px;bottom:20px;width:380px";
const BAR = "left:0;right:0;bottom:0";

const fixed = (html: string, place: string, attributes: string) =>
  `${PAGE}<div ${attributes} style="position:fixed;${place};padding:20px;background:silver">${html}</div>`;

const box = (name: string, html: string): DialogPage => ({
  name,
  html: fixed(html, BOX, "data-banner"),
});
const bar = (name: string, html: string): DialogPage => ({
  name,
  html: fixed(html, BAR, "data-banner"),
});
const other = (name: string, html: string): DialogPage[] => [
  { name: `${name}, in a box`, html: fixed(html, BOX, "") },
  { name: `${name}, in a bar`, html: fixed(html, BAR, "") },
];

const COOKIES = `<p>We use cookies to improve this website.</p>${buttons("Accept all", "Reject all")}`;
const popover = (html: string, style: string, attributes = "data-banner") =>
  `<div id="notice" popover="manual" ${attributes} style="${style}">${html}</div><script>document.getElementById("notice").showPopover()</script>`;

export const privacyBanners: readonly DialogPage[] = [
  bar(
    "the sale of data in one sentence",
    `<p>California residents: Do not sell or share my personal information.</p>${buttons("Opt out", "Close")}`,
  ),
  box(
    "the sale of data with a statement",
    `<p>Notice to California residents: we may sell or share your personal information with our partners.</p>${buttons("Do Not Sell or Share My Personal Information", "OK")}`,
  ),
  box(
    "the sale of data with a link",
    `<p>If you are a California resident, you may opt out of the sale of your personal information.</p><p><a href="/ccpa">Do not sell my info</a></p>${buttons("Got it")}`,
  ),
  bar(
    "the sale of data with a heading",
    `<h2>California residents</h2><p>Do not sell or share my personal information</p>${buttons("Opt out of sale", "Dismiss")}`,
  ),
  box("privacy and settings", `<p>We value your privacy.</p>${buttons("Accept", "Settings")}`),
  box(
    "privacy and options",
    `<p>We respect your privacy. Some features need your permission.</p>${buttons("OK", "Options")}`,
  ),
  bar(
    "privacy and one answer",
    `<p>We care about your privacy and would like your permission.</p>${buttons("Yes, I agree", "Learn more")}`,
  ),
  box(
    "the choice of technologies",
    `<h3>Your privacy, your choice</h3><p>You decide which technologies we may use.</p>${buttons("Agree", "Settings")}`,
  ),
  box(
    "unnamed technologies",
    `<p>We and our partners use technologies to give you the best experience.</p>${buttons("Accept", "Settings")}`,
  ),
  box(
    "the measurement of visits",
    `<p>Help us to improve this site: allow us to measure how you use it.</p>${buttons("Allow", "Decline")}`,
  ),
  bar(
    "tracking technologies",
    `<p>This site uses tracking technologies.</p>${buttons("Accept", "Decline")}`,
  ),
  box(
    "German privacy",
    `<p>Wir respektieren Ihre Privatsphäre.</p>${buttons("Zustimmen", "Optionen")}`,
  ),
  box(
    "French privacy",
    `<p>Votre vie privée nous importe.</p>${buttons("Accepter", "Paramétrer")}`,
  ),
  box("Italian privacy", `<p>Rispettiamo la tua privacy.</p>${buttons("Accetta", "Impostazioni")}`),
  box("Dutch privacy", `<p>Wij respecteren uw privacy.</p>${buttons("Akkoord", "Instellingen")}`),
  box(
    "Portuguese privacy",
    `<p>Respeitamos a sua privacidade.</p>${buttons("Aceitar", "Definições")}`,
  ),
  box(
    "a subscription without advertisements",
    `<h2>Mit Werbung weiterlesen oder Pur-Abo</h2><p>Nutzen Sie unser Angebot mit personalisierter Werbung und Tracking, oder ohne Werbung mit dem Pur-Abo für 3,99 € im Monat.</p>${buttons("Akzeptieren und weiter", "Pur-Abo abschließen")}`,
  ),
  box(
    "two offers with headings",
    `<h2>Wie möchten Sie uns nutzen?</h2><div><h3>Mit Werbung lesen</h3><p>Mit Tracking und Cookies, kostenlos.</p>${buttons("Einwilligen und weiter")}</div><div><h3>Pur-Abo</h3><p>Ohne Werbung und Tracking, 4,99 € im Monat.</p>${buttons("Zum Pur-Abo")}</div><p>Bereits Pur-Abonnent? <a href="/login">Anmelden</a></p>`,
  ),
  box(
    "an offer with advertisements and data",
    `<h2>Willkommen</h2><p>Weiter mit Werbung: Wir und unsere Partner verarbeiten Ihre Daten. Oder werbefrei mit PUR.</p>${buttons("Mit Werbung weiter", "PUR abonnieren")}`,
  ),
  box(
    "a French subscription without advertisements",
    `<h2>Continuez avec ou sans publicité</h2><p>Acceptez les cookies et lisez gratuitement, ou abonnez-vous pour 2,99 € par mois.</p>${buttons("Accepter et continuer", "S’abonner sans publicité")}`,
  ),
  {
    name: "a popover in the main content",
    html: `<main><h1>Tents</h1><p>The ferry leaves at seven.</p>${popover(COOKIES, "position:absolute;inset:auto 20px 20px auto;width:300px;margin:0")}</main>`,
  },
  { name: "a popover without styles", html: `${PAGE}${popover(COOKIES, "")}` },
];

export const otherDialogs: readonly DialogPage[] = [
  ...other(
    "a guide to used bicycles",
    `<h2>Sell or share your bike</h2><p>Do not sell your old bike before you have read our guide.</p>${buttons("OK", "Later")}`,
  ),
  ...other(
    "a shared document",
    `<h2>Share this document</h2><p>Anna wants to share personal information with you.</p>${buttons("Accept", "Decline")}`,
  ),
  ...other(
    "a sale",
    `<h2>Sale in California</h2><p>Residents save 20 % on tents.</p>${buttons("Shop the sale", "Close")}`,
  ),
  ...other(
    "links at the foot of a page",
    `<p>© Nordwind · <a href="/privacy">Privacy</a> · <a href="/dns">Do not sell or share my personal information</a> · <a href="/jobs">Jobs</a></p>`,
  ),
  ...other(
    "a microphone",
    `<h2>Microphone</h2><p>We value your privacy. The call starts after you allow the microphone.</p>${buttons("Allow", "Settings")}`,
  ),
  ...other(
    "a backup",
    `<h2>Backup</h2><p>Our partners use technologies to store your files safely.</p>${buttons("OK", "Settings")}`,
  ),
  ...other(
    "the tracking of parcels",
    `<h2>New: tracking of parcels</h2><p>This site uses tracking numbers of the post.</p>${buttons("OK", "Settings")}`,
  ),
  ...other(
    "an article for subscribers",
    `<h2>Weiterlesen mit Abo</h2><p>Dieser Artikel ist nur für Abonnenten. Lesen Sie 4 Wochen für 1 € ohne Werbung.</p>${buttons("Jetzt abonnieren", "Anmelden")}`,
  ),
  ...other(
    "an offer without advertisements",
    `<h2>Werbefrei mit Nordwind Plus</h2><p>Teste Plus 30 Tage und lies ohne Werbung und Tracking.</p>${buttons("Jetzt testen", "Nein, danke")}`,
  ),
  ...other(
    "a subscription to food",
    `<h2>Pur-Joghurt im Abo</h2><p>Jede Woche ein Glas, ohne Werbung im Briefkasten.</p>${buttons("Jetzt abonnieren", "Weiter")}`,
  ),
  {
    name: "a popover with another subject",
    html: `${PAGE}${popover(`<p>Tents with cookies for breakfast.</p>${buttons("OK", "Settings")}`, "", "")}`,
  },
];
