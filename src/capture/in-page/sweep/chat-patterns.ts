// Patterns that recognize a chat widget by its ids and classes, by its texts, and by its links.

/** Parts of ids, classes, tags and file names. The pattern matches whole words, so "achat" and "chateau" do not match. */
const NAME =
  /^(?:(?:live|web|open|deep|ai|rasa|blip|beautiful|video)?-?chat(?:s|bot|bots|botify|box|btn|bubble|button|client|container|frame|head|icon|kit|launcher|messenger|panel|plugin|popup|root|ui|widget|window|woot)?|livechat|webchat|webmessenger|messenger|whatsapp|whats-?app|wapp|typebot|botpress|voiceflow|papercups|tawk|crisp|intercom|chatwoot|zopim|tidio|drift|userlike|helpscout|convai|copilot|rigobot|inkeep|odilia)$/;

/** Texts and accessible names, in the languages of most pages. */
const TEXT =
  /\b(?:live[ -]?)?chat(?:s|bot|box|ten|ten|ta|tare|tear|tea|ea|ter|tez|a)?\b|\bmessenger\b|whats ?app|message us|talk to (?:us|me|an? )|ask (?:us|ai|a question|an expert)|need (?:some )?help|how can (?:we|i) help|(?:virtual|ai|support) (?:assistant|agent)|schreiben sie uns|schreib uns|fragen\? |hilfe benötigt|discuter|tchat|clavardage|écrivez-nous|besoin d.aide|une question|conversar|habla con nosotros|escr[ií]benos|¿(?:necesitas|necesita|te ayud|en qu[eé] )|fale (?:conosco|connosco)|bate-papo|podemos (?:te )?ajudar|scrivici|serve aiuto|assistenza|stel (?:ons )?(?:je|uw|een) vraag|kunnen we (?:je|u) helpen|czat|napisz do nas|чат\b|чате|напишите нам|sohbet|canlı destek|bize yazın|prata med oss|skriv til os|チャット|お問い合わせ|聊天|在线客服|線上客服|客服|咨询|채팅|상담|دردشة|محادثة|चैट/iu;

/** Links that open a conversation with the page's owner. Links that share the page have no recipient. */
const LINK =
  /^(?:https?:\/\/)?(?:wa\.me\/(?:message\/\w|\+?\d)|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=|m\.me\/\w|(?:www\.)?messenger\.com\/t\/|t\.me\/(?!share)\w|telegram\.me\/(?!share)\w|line\.me\/(?:R\/)?ti\/p|lin\.ee\/|zalo\.me\/)|^(?:whatsapp:\/\/send\?(?:.*&)?phone=|tg:\/\/resolve|viber:\/\/(?:chat|pa)|fb-messenger:)/i;

/** Fixed elements with other purposes. They may contain a word of the patterns above. */
const OTHER_PURPOSE =
  /basket|cart\b|warenkorb|panier|carrito|carrello|winkelwagen|koszyk|корзин|sepet|kundvagn|カート|购物车|장바구니|back.?to.?top|scroll.?(?:to.?)?top|to.?top\b|go.?to.?top|nach oben|haut de page|volver arriba|torna su|наверх|cookie|consent|privacy.?(?:settings|preferences|choices)|datenschutz.?einstellungen|language|sprache|langue|idioma|lingua|translate|accessib|barrierefrei|a11y|contrast|facebook\.com\/sharer|twitter\.com\/(?:intent|share)|linkedin\.com\/share|\bshare\b|teilen|partager|compartir|condividi/i;

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

const CAMEL_CASE = /(?<=[a-z])(?=[A-Z])/;

/** Returns whether an id, class, tag or file name names a chat. */
export function isChatName(name: string): boolean {
  const words = name.split(/[^A-Za-z]+/).flatMap((part) => [part, ...part.split(CAMEL_CASE)]);
  if (BOT_NAME.test(name) || BOTPRESS_NAME.test(name)) return true;
  return words.some((word) => NAME.test(word.toLowerCase()));
}

/** Returns whether the data of a path draws a known icon. */
export function isChatIcon(data: string): boolean {
  return ICONS.some((start) => data.startsWith(start));
}

export const isChatText = (text: string): boolean => TEXT.test(text);
export const isChatLink = (address: string): boolean => LINK.test(address);
export const hasOtherPurpose = (text: string): boolean => OTHER_PURPOSE.test(text);
