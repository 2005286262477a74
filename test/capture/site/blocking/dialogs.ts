// Dialogs that only their text and their buttons tell apart: consent banners, and dialogs with another purpose.
import { BANNER_COLOUR, layouts } from "./layouts.ts";

export type Dialog = {
  name: string;
  language: string;
  html: string;
  buttons: string[];
  /** The class of the dialog. */
  names?: string;
};

/** Dialogs that mention cookies or personal data, but do not request consent to tracking. Blocking must not change them. */
export const otherDialogs: readonly Dialog[] = [
  {
    name: "an order of cookies",
    language: "en",
    html: "<h2>New order: 12 chocolate cookies</h2><p>Pick-up today at 5 pm.</p>",
    buttons: ["Accept", "Decline"],
  },
  {
    name: "an order in a shop with a telling class",
    language: "en",
    html: "<p>Grandma's oat cookies: 3 boxes, 14.70 EUR. Accept this order?</p>",
    buttons: ["Accept", "Reject"],
    names: "cookie-modal",
  },
  {
    name: "a bakery that uses a delivery service",
    language: "en",
    html: "<p>We use a bicycle courier to bring your cookies. Is 6 pm all right?</p>",
    buttons: ["OK", "No"],
  },
  {
    name: "an offer of all flavours",
    language: "en",
    html: "<p>Our cookies and other treats: ginger, oat and butter.</p>",
    buttons: ["Accept offer", "No thanks"],
    names: "offer",
  },
  {
    name: "a team invitation",
    language: "en",
    html: "<h2>Anna invited you to Acme</h2><p>Acme will see your personal data, and we process your personal data to set up your account.</p>",
    buttons: ["Accept", "Decline"],
  },
  {
    name: "a member request",
    language: "en",
    html: "<p>The workspace administrator uses personal information of members, such as names and addresses.</p>",
    buttons: ["Agree", "Decline"],
  },
  {
    name: "a job offer",
    language: "en",
    html: "<h2>Job offer: baker</h2><p>We store your personal data until you have decided.</p>",
    buttons: ["Accept", "Decline"],
  },
  {
    name: "a request to delete data",
    language: "en",
    html: "<h2>Delete my data</h2><p>We process your request and erase your personal data within 30 days.</p>",
    buttons: ["Confirm", "No, thanks"],
    names: "gdpr-dialog",
  },
  {
    name: "an export of data",
    language: "en",
    html: "<h2>Your GDPR export</h2><p>We have collected your personal data in an archive. Download the data now?</p>",
    buttons: ["Yes", "No"],
    names: "privacy-modal",
  },
  {
    name: "a payment with 3-D Secure",
    language: "en",
    html: "<h2>Confirm your payment</h2><p>Your bank uses your personal data to verify the transaction of 48 EUR. This page uses cookies.</p>",
    buttons: ["Confirm", "Decline"],
  },
  {
    name: "a newsletter with a link to the privacy policy",
    language: "en",
    html: "<h2>Our newsletter</h2><p>We use your personal data as described in our <a href='#'>privacy policy</a> and <a href='#'>cookie policy</a>.</p>",
    buttons: ["Continue", "No thanks"],
  },
  {
    name: "a sign-in with a link to the privacy policy",
    language: "en",
    html: "<h2>Sign in to continue</h2><p>By continuing you agree to our <a href='#'>Privacy Policy</a> and the use of cookies.</p>",
    buttons: ["Continue", "No thanks"],
  },
  {
    name: "terms of sale",
    language: "en",
    html: "<h2>Terms of sale</h2><p>1. Orders are binding. 2. We process personal data to deliver the goods. 3. Our website uses cookies for the basket.</p>",
    buttons: ["Accept", "Decline"],
  },
  {
    name: "an age gate",
    language: "en",
    html: "<p>Are you over 18? This website uses cookies to remember your answer.</p>",
    buttons: ["Yes", "No"],
  },
  {
    name: "a permission of an application",
    language: "en",
    html: "<p>Calendar wants to use your personal information: name, address and photo.</p>",
    buttons: ["Allow", "Deny"],
  },
  {
    name: "an order of biscuits",
    language: "de",
    html: "<h2>Neue Bestellung</h2><p>24 Cookies mit Schokolade und andere Backwaren. Wir setzen die Cookies um 17 Uhr bereit.</p>",
    buttons: ["Annehmen", "Ablehnen"],
  },
  {
    name: "an invitation to a project",
    language: "de",
    html: "<h2>Einladung in das Projekt Hafen</h2><p>Die Mitglieder sehen Ihre personenbezogenen Daten.</p>",
    buttons: ["Zustimmen", "Ablehnen"],
  },
  {
    name: "an application for a job",
    language: "de",
    html: "<h2>Ihre Bewerbung</h2><p>Wir verarbeiten Ihre personenbezogenen Daten, um Ihre Bewerbung zu prüfen.</p>",
    buttons: ["Einverstanden", "Ablehnen"],
  },
  {
    name: "a request to delete an account",
    language: "de",
    html: "<h2>Konto löschen</h2><p>Die Verarbeitung Ihrer Daten endet sofort.</p>",
    buttons: ["Bestätigen", "Nein, danke"],
  },
  {
    name: "an order of biscuits",
    language: "fr",
    html: "<h2>Commande n° 12</h2><p>Des cookies au chocolat pour douze personnes.</p>",
    buttons: ["Accepter", "Refuser"],
  },
  {
    name: "conditions of sale",
    language: "fr",
    html: "<h2>Conditions générales de vente</h2><p>Nous traitons vos données personnelles pour livrer la commande. Le site utilise des cookies.</p>",
    buttons: ["Accepter", "Refuser"],
  },
  {
    name: "an invitation",
    language: "fr",
    html: "<h2>Invitation de Paul</h2><p>L’équipe utilise vos données personnelles : nom, photo et adresse.</p>",
    buttons: ["Accepter", "Refuser"],
  },
  {
    name: "an order of biscuits",
    language: "es",
    html: "<h2>Pedido nuevo</h2><p>Doce cookies de chocolate. ¿Lo acepta?</p>",
    buttons: ["Aceptar", "Rechazar"],
  },
  {
    name: "an export of data",
    language: "es",
    html: "<h2>Exportar mis datos</h2><p>Recopilamos sus datos personales en un archivo.</p>",
    buttons: ["Aceptar", "Rechazar"],
  },
  {
    name: "an order of biscuits",
    language: "it",
    html: "<h2>Nuovo ordine</h2><p>Dodici cookie al cioccolato, consegna alle 17.</p>",
    buttons: ["Accetta", "Rifiuta"],
  },
  {
    name: "an offer of work",
    language: "it",
    html: "<h2>Offerta di lavoro</h2><p>Trattiamo i tuoi dati personali per la selezione.</p>",
    buttons: ["Accetta", "Rifiuta"],
  },
  {
    name: "an invitation",
    language: "nl",
    html: "<h2>Uitnodiging voor het team</h2><p>Wij verwerken uw persoonsgegevens voor uw account.</p>",
    buttons: ["Akkoord", "Weigeren"],
  },
  {
    name: "a payment",
    language: "pl",
    html: "<h2>Potwierdź płatność</h2><p>Bank przetwarza dane osobowe, aby zatwierdzić przelew.</p>",
    buttons: ["Akceptuję", "Odrzuć"],
  },
  {
    name: "an invitation",
    language: "ru",
    html: "<h2>Приглашение в команду</h2><p>Мы обрабатываем персональные данные участников.</p>",
    buttons: ["Принять", "Отклонить"],
  },
  {
    name: "an order",
    language: "ru",
    html: "<h2>Заказ № 15</h2><p>Овсяное печенье и куки с шоколадом, 12 штук.</p>",
    buttons: ["Принять", "Отклонить"],
  },
  {
    name: "an order",
    language: "ja",
    html: "<p>ご注文：チョコレートクッキー12枚。お届け先の個人情報を確認してください。</p>",
    buttons: ["同意する", "拒否"],
  },
  {
    name: "an invitation",
    language: "pt",
    html: "<h2>Convite para a equipa</h2><p>A Acme utiliza os seus dados pessoais.</p>",
    buttons: ["Aceitar", "Recusar"],
  },
  {
    name: "a meeting about cookies",
    language: "en",
    html: "<p>Meeting with Harbour Web Agency: our website uses cookies for analytics, and we need to decide on a tool.</p>",
    buttons: ["Accept", "Decline"],
  },
  {
    name: "a change of a text about cookies",
    language: "en",
    html: "<h3>Change request 12</h3><p>The new text is 'We use cookies to analyse our traffic'.</p>",
    buttons: ["Approve all", "Reject all"],
  },
  {
    name: "a question of a quiz",
    language: "en",
    html: "<h3>Consent quiz</h3><p>“We use cookies to improve your experience.” Is this sentence sufficient?</p>",
    buttons: ["Yes", "No"],
  },
  {
    name: "a complaint",
    language: "en",
    html: "<h3>Ticket 381</h3><p>A visitor writes: your website uses cookies to track me.</p>",
    buttons: ["Accept", "Reject"],
  },
  {
    name: "a translation",
    language: "de",
    html: "<h3>Segment 7 von 90</h3><p>Wir verwenden Cookies, um unsere Website zu verbessern.</p>",
    buttons: ["Annehmen", "Ablehnen"],
  },
  {
    name: "an age gate for drinking",
    language: "en",
    html: "<p>Are you of legal drinking age? This website uses cookies to remember your answer.</p>",
    buttons: ["Yes", "No"],
  },
  {
    name: "a browser without cookies",
    language: "en",
    html: "<p>Cookies are disabled in your browser. Our website uses cookies to keep you signed in.</p>",
    buttons: ["OK"],
  },
  {
    name: "an expired session",
    language: "en",
    html: "<h3>Your session has expired</h3><p>We use cookies to keep you signed in.</p>",
    buttons: ["OK"],
  },
  {
    name: "the choice of a country",
    language: "fr",
    html: "<h3>Choisissez votre pays</h3><p>Nous utilisons des cookies pour mémoriser votre choix.</p>",
    buttons: ["OK", "Fermer"],
  },
  {
    name: "a user who returns",
    language: "en",
    html: "<h3>Welcome back, Anna</h3><p>We use cookies to keep you signed in.</p>",
    buttons: ["Continue"],
  },
  {
    name: "a contract about data",
    language: "en",
    html: "<h3>Data processing agreement</h3><p>We process personal data on your behalf for the statistics of your website.</p>",
    buttons: ["Accept", "Decline"],
  },
  {
    name: "a recorded call",
    language: "en",
    html: "<p>This call may be recorded. We process your personal data to improve our service.</p>",
    buttons: ["OK", "Decline"],
  },
  {
    name: "a subscription in a bakery",
    language: "en",
    html: "<h2>Choose how to continue</h2><p>A box of cookies every week. Personal data is stored for the delivery.</p>",
    buttons: ["Accept", "Subscribe for 9 €"],
  },
];

/** Consent banners with unusual texts. Blocking must remove each. */
export const consentDialogs: readonly Dialog[] = [
  {
    name: "personal data",
    language: "ru",
    html: "<p>Мы обрабатываем персональные данные посетителей сайта с помощью метрических программ. Продолжая пользоваться сайтом, вы соглашаетесь с <a href='#'>политикой</a>.</p>",
    buttons: ["Принять", "Отклонить"],
  },
  {
    name: "personal data with one button",
    language: "ru",
    html: "<p>Мы обрабатываем персональные данные, чтобы улучшить работу сайта.</p>",
    buttons: ["Хорошо"],
  },
  {
    name: "personal data in one sentence",
    language: "ru",
    html: "<p>Мы обрабатываем персональные данные.</p>",
    buttons: ["Согласен", "Отказаться"],
  },
  {
    name: "privacy",
    language: "en",
    html: "<p>Your privacy is important to us. We and our partners use data about your visit.</p>",
    buttons: ["Accept", "Decline"],
  },
  {
    name: "privacy without a purpose",
    language: "en",
    html: "<h2>Your privacy is important to us</h2>",
    buttons: ["Accept", "Decline"],
  },
  {
    name: "a form with purposes",
    language: "de",
    html: "<form><b>Datenschutzeinstellungen</b> <label><input type='checkbox' checked disabled> Notwendig</label> <label><input type='checkbox'> Statistik</label> <label><input type='checkbox'> Marketing</label></form>",
    buttons: ["Auswahl speichern", "Alle zulassen"],
  },
  {
    name: "a formal declaration",
    language: "de",
    html: "<form>Ich willige ein, dass meine Daten zu statistischen Zwecken verarbeitet werden. Die Einwilligung kann ich widerrufen.</form>",
    buttons: ["Zustimmen", "Ablehnen"],
  },
  {
    name: "data without the word personal",
    language: "de",
    html: "<p>Wir und unsere Partner verarbeiten Ihre Daten, um Inhalte und Werbung zu personalisieren.</p>",
    buttons: ["Einverstanden", "Ablehnen"],
  },
  {
    name: "privacy",
    language: "fr",
    html: "<p>Le respect de votre vie privée est notre priorité. Nous et nos partenaires traitons vos données pour mesurer l’audience.</p>",
    buttons: ["Accepter", "Refuser"],
  },
  {
    name: "privacy",
    language: "es",
    html: "<p>Valoramos su privacidad. Tratamos sus datos personales para mostrar publicidad personalizada.</p>",
    buttons: ["Aceptar", "Rechazar"],
  },
  {
    name: "privacy",
    language: "it",
    html: "<p>La tua privacy è importante. Trattiamo i dati personali per statistiche e pubblicità.</p>",
    buttons: ["Accetta", "Rifiuta"],
  },
  {
    name: "a joke",
    language: "en",
    html: "<p>We use delicious cookies to improve your experience of our website.</p>",
    buttons: ["Accept", "Decline"],
  },
  {
    name: "a shop with a basket",
    language: "en",
    html: "<p>We use cookies to keep your order in the basket and to count visits.</p>",
    buttons: ["OK"],
  },
  {
    name: "cookies",
    language: "ru",
    html: "<p>Сайт использует файлы cookie.</p>",
    buttons: ["Принимаю", "Отклонить"],
  },
  {
    name: "cookies",
    language: "ar",
    html: "<p>نستخدم ملفات تعريف الارتباط لتحسين تجربتك.</p>",
    buttons: ["قبول", "رفض"],
  },
  {
    name: "personal data",
    language: "pt",
    html: "<p>Tratamos dados pessoais para medir a audiência do site.</p>",
    buttons: ["Aceitar", "Recusar"],
  },
  {
    name: "a greeting",
    language: "en",
    html: "<h2>Welcome to the harbour!</h2><p>We use cookies to improve your experience.</p>",
    buttons: ["Accept"],
  },
  {
    name: "a form with a search field",
    language: "en",
    html: "<p>We and our partners use cookies to measure our audience.</p><input placeholder='Search partners'>",
    buttons: ["Accept all", "Reject all"],
  },
  {
    name: "the main content of a frame",
    language: "en",
    html: "<main><p>We use cookies to measure our audience.</p></main>",
    buttons: ["Accept all", "Reject all"],
  },
  {
    name: "consent to cookies by continuing",
    language: "en",
    html: "<p>By continuing to use this site you agree to our use of cookies.</p>",
    buttons: ["×"],
  },
  {
    name: "the use of cookies",
    language: "hr",
    html: "<p>Ova stranica koristi kolačiće kako bi poboljšala vaše iskustvo.</p>",
    buttons: ["Prihvati sve", "Odbij"],
  },
  {
    name: "the use of cookies",
    language: "sl",
    html: "<p>Spletna stran uporablja piškotke za boljše delovanje.</p>",
    buttons: ["Sprejmi", "Zavrni"],
  },
  {
    name: "the use of cookies",
    language: "bg",
    html: "<p>Този сайт използва бисквитки, за да подобри услугите си.</p>",
    buttons: ["Приемам", "Отказ"],
  },
  {
    name: "the use of cookies",
    language: "et",
    html: "<p>See veebileht kasutab küpsiseid.</p>",
    buttons: ["Nõustun", "Keeldun"],
  },
  {
    name: "the use of cookies",
    language: "lt",
    html: "<p>Ši svetainė naudoja slapukus.</p>",
    buttons: ["Sutinku", "Nesutinku"],
  },
  {
    name: "the use of cookies",
    language: "lv",
    html: "<p>Šī vietne izmanto sīkdatnes, lai uzlabotu lietošanas pieredzi.</p>",
    buttons: ["Piekrītu", "Noraidīt"],
  },
  {
    name: "the use of cookies",
    language: "sr",
    html: "<p>Овај сајт користи колачиће ради бољег корисничког искуства.</p>",
    buttons: ["Прихватам", "Одбијам"],
  },
  {
    name: "the use of cookies",
    language: "he",
    html: "<p>אתר זה משתמש בעוגיות כדי לשפר את החוויה.</p>",
    buttons: ["אישור", "דחייה"],
  },
  {
    name: "the use of cookies",
    language: "el",
    html: "<p>Χρησιμοποιούμε cookies για τη βελτίωση της εμπειρίας σας.</p>",
    buttons: ["Αποδοχή", "Απόρριψη"],
  },
  {
    name: "the use of cookies",
    language: "fa",
    html: "<p>این وب‌سایت از کوکی‌ها استفاده می‌کند.</p>",
    buttons: ["قبول همه", "رد"],
  },
  {
    name: "the use of cookies",
    language: "is",
    html: "<p>Við notum vafrakökur til að bæta upplifun þína.</p>",
    buttons: ["Samþykkja allar", "Hafna"],
  },
  {
    name: "the use of cookies",
    language: "vi",
    html: "<p>Trang web này sử dụng cookie để cải thiện trải nghiệm của bạn.</p>",
    buttons: ["Chấp nhận tất cả", "Từ chối"],
  },
  {
    name: "information on the visitor's device",
    language: "en",
    html: "<h2>Your privacy</h2><p>We and our partners store and access information on your device to personalise ads and measure content.</p>",
    buttons: ["Agree", "Disagree"],
  },
  {
    name: "consent or a subscription",
    language: "de",
    html: "<h2>Weiter mit Werbung oder mit Abo</h2><p>Besuchen Sie uns wie gewohnt mit Werbung und Tracking: Wir und unsere 180 Partner verarbeiten personenbezogene Daten, nutzen Cookies und messen Reichweite.</p>",
    buttons: ["Akzeptieren und weiter", "Jetzt abonnieren für 3,99 €"],
  },
  {
    name: "consent or a subscription",
    language: "it",
    html: "<h2>Scegli come continuare</h2><p>Puoi leggere gratis accettando i cookie di profilazione, oppure abbonarti.</p>",
    buttons: ["Accetta e continua", "Abbonati a 1€"],
  },
];

const HEIGHT_PX = 64;

/** Returns where a dialog of the page is: the centre of its left edge. */
export function pointOf(index: number, isBox: boolean): [x: number, y: number] {
  const rows = isBox ? Math.ceil(otherDialogs.length / 2) : otherDialogs.length;
  const x = index < rows ? 4 : 644;
  return [x, (index % rows) * HEIGHT_PX + HEIGHT_PX / 2];
}

export const DIALOGS_VIEWPORT = { viewport_height: HEIGHT_PX * otherDialogs.length };

/** Returns a page that shows all dialogs, as boxes or as bars. A press on a button is reported as an answer. */
export function dialogsPage(dialogs: readonly Dialog[], isBox: boolean): string {
  const shown = dialogs.map(({ language, html, buttons, names = "" }, index) => {
    const [x, y] = pointOf(index, isBox);
    const left = x < 640 ? 0 : 640;
    const place = `left:${left}px;${isBox ? "width:640px" : "right:0"};top:${y - HEIGHT_PX / 2}px;height:${HEIGHT_PX}px`;
    const answers = buttons.map((text) => `<button onclick="press(${index})">${text}</button>`);
    return `<div role="dialog" lang="${language}" class="d${index} ${names}" style="position:fixed;${place}">${html}<p>${answers.join(" ")}</p></div>`;
  });
  return layouts.news({
    end: `<style>[role=dialog]{overflow:hidden;padding:4px 12px;background:${BANNER_COLOUR};color:white;font:10px/1 sans-serif;z-index:9;box-sizing:border-box}[role=dialog] *{margin:0;font:10px/1 sans-serif}</style>
      <script>const press = (index) => { new Image().src = "/answered/pressed-" + index; };</script>${shown.join("\n")}`,
  });
}
