// Patterns that recognize a chat widget by its ids and classes, by its texts, and by its links.

/** Words of ids, classes, tags and file names that name a chat. The pattern matches whole words, so "achat" does not match. */
const NAME =
  /^(?:(?:live|web|open|deep|ai|rasa|blip|beautiful)?chat(?:s|bot|bots|botify|box|btn|bubble|button|client|container|frame|head|icon|kit|launcher|messenger|panel|plugin|popup|root|ui|widget|window|woot)?|webmessenger|whatsapp|wapp|typebot|botpress|voiceflow|papercups|tawk|chatwoot|zopim|tidio|userlike|rigobot|inkeep)$/;

/** Chats whose names are common words. They need a part of a widget: "drift-widget". */
const COMMON_NAME = /^(?:messenger|intercom|drift|crisp|helpscout|copilot|convai|odilia)$/;

/** Words that follow the name of a chat: parts and states of widgets. With another word, the chat is a subject: "chat-rooms". */
const WIDGET_PART =
  /^(?:\w{1,2}|agent|ai|app|assistant|avatar|badge|balloon|bar|body|bot|bots|box|btn|bubble|button|chat|catcher|client|closed?|container|content|corner|customer|embed|eye|fab|fixed|float|floating|footer|form|frame|greeting|header|help|hide|holder|host|icon|iframe|image|img|input|intro|item|kit|label|launch|launcher|left|link|live|logo|main|message|messages|minimized|mini|module|modal|open|opener|overlay|panel|placeholder|plugin|popover|popup|preview|react|right|root|shadow|show|sticky|studio|support|tab|teaser|toggle|toggler|tooltip|trigger|ui|visible|web|widget|widgets|window|wrap|wrapper|vue)$/;

/** Words for a chat, in the languages of most pages. */
const CHAT_WORD =
  /\b(?:live[ -]?)?chat(?:bot|box|ten|ujte|ovat|ta|tare|tear|tea|ea|ter|tez|a)?\b|\bmessenger\b|whats ?app|tchat|clavardage|bate-papo|(?<!\p{L})cza(?:t|cie)(?!\p{L})|(?<!\p{L})чат(?:е|а|у|ом|бот)?(?!\p{L})|sohbet|チャット|聊天|채팅|دردشة|محادثة|चैट/iu;

/** Invitations to write to the owner of the page. A link with such a text to another page is a contact page. */
const INVITATION =
  /message us|talk to (?:us|me|an? )|ask (?:us|ai|an expert)|(?:virtual|ai|support) (?:assistant|agent)|schreiben sie uns|schreib uns|fragen sie uns|frag uns|discut(?:er|ons|ez)|écrivez-nous|parlons|conversar|converse con(?:n)?osco|habla con nosotros|hablemos|chatea|escr[ií]benos|fale con(?:n)?osco|scrivici|parla con noi|chiedi(?:ci)?\b|(?:vraag|stel) het ons|praat met ons|napisz do nas|porozmawiaj|напишите нам|спросите нас|онлайн[- ]?консультант|canlı (?:destek|yardım)|bize (?:yazın|sorun)|(?:prata|snakk?|skriv|fråga|spørg|spør) (?:med |til )?oss?\b|kysy meiltä|napište nám|írjon nekünk|scrie-ne|在线客服|線上客服|客服|咨询|상담|تحدث معنا|راسلنا/iu;

/** Texts of chats, and of forms and links for questions. They indicate a chat only in a panel with a text field. */
const QUESTION =
  /ask a question|need (?:some )?help|how can (?:we|i) help|(?:type|write|send|enter) (?:a|your) message|nachricht (?:schreiben|eingeben|verfassen)|fragen\? |hilfe benötigt|besoin d.aide|une question|(?:écrire|écrivez) (?:un|votre) message|¿(?:necesitas|necesita|te ayud|en qu[eé] )|escrib[ea] (?:un|su|tu) mensaje|podemos (?:te )?ajudar|digite uma mensagem|serve aiuto|assistenza|scrivi un messaggio|stel (?:ons )?(?:je|uw|een) vraag|kunnen we (?:je|u) helpen|typ een bericht|введите сообщение|お問い合わせ|メッセージを入力|输入消息/iu;

/** A speech bubble in the label of a launcher, and the words of such a label. A bubble with a number counts comments. */
const BUBBLE = /💬|🗨/u;
const HELP =
  /question|\bhelp\b|support|frage|hilfe|\baide\b|pregunta|\bduda|ayuda|domanda|domande|aiuto|pergunta|d[úu]vida|ajuda|\bvra[ag]g?|hulp|pytani|pomoc|fråg|hjälp|spørg|hjelp|hjælp|kysy|apua|вопрос|помощ|soru|yardım|質問|问题|問題|질문|سؤال/iu;
const MAX_BUBBLE_LABEL = 40;

/** Links that open a conversation with the page's owner. Links that share the page have no recipient. */
const LINK =
  /^(?:https?:\/\/)?(?:wa\.me\/(?:message\/\w|\+?\d)|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=|m\.me\/\w|(?:www\.)?messenger\.com\/t\/|(?:t|telegram)\.me\/(?!share\b|s\/|joinchat\b|addstickers\b|iv\b)\w+\/?(?:$|\?)|line\.me\/(?:R\/)?ti\/p|lin\.ee\/|zalo\.me\/)|^(?:whatsapp:\/\/send\?(?:.*&)?phone=|tg:\/\/resolve|viber:\/\/(?:chat|pa)|fb-messenger:)/i;

/** Channels that publish news. Their links have the form of links to a person. */
const NEWS =
  /news|nouvelles|noticias|notizie|nachrichten|nieuws|channel|kanal|kanał|\bcanal|канал|новост|subscri|abonn|suivez|seguici|síguenos|follow|\bjoin|подпис|вступ|blog|media|deals|offers|promo|акци|скидк|digest|updates|community|group|группа|频道|チャンネル|채널/iu;

/** Names of fields that are not for messages: searches, lists of tasks, notes, codes. */
const OTHER_FIELD =
  /search|such|recherch|busca|cerca|zoek|szukaj|поиск|検索|搜索|filter|\btasks?\b|to-?do|\bnotes?\b|\bitems?\b|aufgabe|notiz|tâche|tarea|tarefa|attività|\btaak|zadani|uppgift|oppgave|opgave|задач|görev|タスク|任务|할 ?일|coupon|promo|gutschein/iu;

const CLOSE =
  /^(?:[×✕✖⨯x–-]|(?:close|dismiss|hide|minimi[sz]e|schließen|fermer|cerrar|fechar|chiudi|sluiten|zamknij|закрыть|kapat|stäng|lukk|luk|閉じる|关闭|關閉|닫기|إغلاق)\b.{0,20})$/iu;

/** Fixed elements with other purposes. They may contain a word of the patterns above. */
const OTHER_PURPOSE =
  /basket|cart\b|warenkorb|panier|carrito|carrello|winkelwagen|koszyk|корзин|sepet|kundvagn|カート|购物车|장바구니|back.?to.?top|scroll.?(?:to.?)?top|to.?top\b|go.?to.?top|nach oben|haut de page|volver arriba|torna su|наверх|cookie|consent|privacy.?(?:settings|preferences|choices)|datenschutz.?einstellungen|language|sprache|langue|idioma|lingua|translate|accessib|barrierefrei|a11y|contrast|facebook\.com\/sharer|twitter\.com\/(?:intent|share)|linkedin\.com\/share|\bshare\b|teilen|partager|compartir|condividi|\badopt|chaton|croquettes|litière|\bchats? (?:et|ou) (?:les )?chiens?|chiens? (?:et|ou) (?:les )?chats?|(?:nos|vos|les|des|mes|mon|votre) chats?\b(?! en)/i;

/**
 * "bot" indicates a chat only in front of a part of a widget, such as "bot-icon". "bot" alone also abbreviates "bottom".
 */
const BOT_NAME = /(?:^|[^a-z])bot[-_]?(?:ui|bubble|widget|launcher|button|icon|avatar|panel)/i;

/** Classes of Botpress components, which contain no word of the patterns above. */
const BOTPRESS_NAME = /^bp(?:Composer|Fab|MessageList|Webchat)(?:[A-Z]|$)/;

/** First commands of the paths of common icons: speech bubbles, WhatsApp, Messenger and Telegram. */
const ICONS = [
  "M380.9 97.1", // WhatsApp, Font Awesome
  "M17.472 14.382", // WhatsApp, Simple Icons
  "M13.601 2.326", // WhatsApp, Bootstrap Icons
  "M256.55 8C116.52 8", // Messenger, Font Awesome
  "M248,8C111.033,8", // Telegram, Font Awesome
  "M20 2H4c-1.1 0", // speech bubbles, Material Icons
  "M21 11.5a8.38", // speech bubble, Feather
  "M21 15a2 2 0 0 1-2 2H7l-4 4", // speech bubble, Feather and Lucide
  "M7.9 20A9 9", // speech bubble, Lucide
  "M256 32C114.6 32", // speech bubbles, Font Awesome
  "M512 240c0 114.9", // speech bubble, Font Awesome
  "M8 12h.01M12 12h.01M16 12h.01", // speech bubble, Heroicons
  "M18.4549 2.36911L17.93", // logo of Rigobot
];

/** Subjects that contain the word of a chat, and tasks of the people who answer it. */
const OTHER_CHAT =
  /(?:answer|reply to|delete|archive|export|mute|rename|review|assign|missed|unread) (?:\p{L}+ )?chats?\b|chats? (?:beantworten|löschen)|chat[ -]?(?:rooms?|api|sdks?|histor|logs?|settings|themes?|exports?|transcripts?|guidelines|rules|moderat|completions?|forum|protocol)|(?:group|video)[ -]?chat|neighbou?r/iu;

/** Words that accompany the word of a chat in the label of a launcher. */
const ENTRY_WORD = new Set(
  `open close start toggle show launch begin live online now web ai bot our a an the with via by to on in us me here for support help sales service team agent expert
  assistant button window widget box bubble icon need have question questions let lets let's whats app
  öffnen starten schließen mit uns jetzt zum den der im per über unserem support kundenservice hilfe fragen
  ouvrir démarrer lancer le la en par avec nous direct ligne maintenant un une besoin aide
  abrir iniciar el por con nosotros vivo línea ahora soporte ayuda
  o conosco connosco ao suporte ajuda fale
  apri avvia con noi diretta su scrivici aiuto
  op ons nu met via onze
  otwórz rozpocznij z nami na żywo przez
  открыть начать с нами онлайн оператором в живой написать
  aç başlat bizimle canlı
  öppna starta med oss på åpne åben`.split(/\s+/),
);

/** Scripts of languages that do not separate words or whose words are not in the list, and the maximum length of a label. */
const UNLISTED_SCRIPT =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Arabic}\p{sc=Devanagari}]/u;
const MAX_UNLISTED = 24;

const CAMEL_CASE = /(?<=[a-z])(?=[A-Z])/;

/** The suffix of a class in a CSS module. */
const MODULE_HASH = /__(?=[\w+-]*[A-Z\d])[\w+-]{5,6}$/;

function wordsOf(name: string): string[] {
  return name
    .replace(MODULE_HASH, "")
    .split(/[^A-Za-z]+/)
    .flatMap((part) => (NAME.test(part.toLowerCase()) ? [part] : part.split(CAMEL_CASE)))
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

const namesChat = (word: string) => NAME.test(word) || COMMON_NAME.test(word);

/** Returns whether an id, class, tag or file name names a chat or a part of its widget. */
export function isChatName(name: string): boolean {
  if (BOT_NAME.test(name) || BOTPRESS_NAME.test(name)) return true;
  if (OTHER_CHAT.test(name)) return false;
  const words = wordsOf(name);
  const start = words.findIndex(namesChat);
  const parts = words.slice(start + 1);
  if (start < 0 || !parts.every((word) => WIDGET_PART.test(word) || NAME.test(word))) return false;
  return NAME.test(words[start] ?? "") || parts.length > 0;
}

/** Returns whether an id, class or tag of the content of a page mentions a chat, such as "chat-room". */
export const mentionsChat = (name: string): boolean => wordsOf(name).some(namesChat);

/** Returns whether a part of the path of a file names a chat. */
export function isChatFile(path: string): boolean {
  return path.split(/[/?&=]/).some(isChatName);
}

/** Returns whether the data of a path draws a known icon. */
export function isChatIcon(data: string): boolean {
  return ICONS.some((start) => data.startsWith(start));
}

/** Returns whether a text contains the word of a chat as a service. */
export const isChatWord = (text: string): boolean => CHAT_WORD.test(text) && !OTHER_CHAT.test(text);

/** Returns whether a text is the label of a launcher: every word is that of a chat or accompanies it. */
export function isEntryLabel(text: string): boolean {
  if (!isChatWord(text)) return false;
  if (UNLISTED_SCRIPT.test(text)) return text.length <= MAX_UNLISTED;
  const words = text.toLowerCase().split(/[^\p{L}\p{M}']+/u);
  return words.every((word) => word === "" || ENTRY_WORD.has(word) || CHAT_WORD.test(word));
}

/** Returns whether a label consists of a speech bubble, or of a speech bubble and a question to the visitor. */
export function isBubbleLabel(text: string): boolean {
  if (!BUBBLE.test(text) || text.length > MAX_BUBBLE_LABEL || /\d/.test(text)) return false;
  return !/\p{L}/u.test(text) || HELP.test(text);
}

/** Returns whether a field is for other texts than messages. */
export const isOtherField = (text: string): boolean => OTHER_FIELD.test(text);

export const isInvitation = (text: string): boolean => INVITATION.test(text);
export const isQuestion = (text: string): boolean => QUESTION.test(text);

/** Returns whether a link with this label opens a conversation. */
export function isChatLink(address: string, label: string): boolean {
  return (
    LINK.test(address) &&
    !(/\b(?:t|telegram)\.me\//i.test(address) && NEWS.test(`${address} ${label}`))
  );
}

/** Returns whether a label, an address, an id or a class states another purpose. */
export function hasOtherPurpose(text: string): boolean {
  return /^(?:tel|mailto|sms):/i.test(text) || OTHER_PURPOSE.test(text);
}

/** Classes of style sheets that move or color elements, and the class of texts that must not be translated. */
export const isStyleName = (name: string): boolean =>
  /[:[]|^-?translate-|^contrast-|^notranslate$/.test(name);

/** Returns whether a label closes or minimizes a widget. */
export const isCloseLabel = (text: string): boolean => CLOSE.test(text);
