// Reads how the text of a dialog begins. A banner opens with its own subject; another dialog may only quote one.
import { hasSubject } from "./consent-texts.ts";
import { isAboutPrivacy, isOtherOpening } from "./other-dialogs.ts";

/** Greetings and words for attention, which open banners and other dialogs. Names may follow a welcome. */
const GREETING =
  /^\W*(?:welcome|hi|hello|hey|hallo|moin|willkommen|bienvenue|bonjour|salut|hola|bienvenid[oa]s?|ciao|benvenut[oiae]|olá|bem-vind[oa]s?|welkom|witaj\w*|cześć|välkommen|hej|velkommen|tervetuloa|vítejte|üdvözöljük|bun venit|hoş geldiniz|добро пожаловать|здравствуйте|привет|ようこそ|欢迎|歡迎|환영합니다)(?!\p{L}|.{0,3}\b(?:back|zurück|de nouveau))|^\W*(?:notice|note|please note|attention|important|info(?:rmation)?|heads up|just so you know|before you (?:continue|start|go)|one moment|wait|psst|yum\w*|hinweis|wichtig|bevor (?:sie|du) |avant de |información|aviso|antes de |avviso|prima di |voordat |zanim )/iu;

/** Words of headings of banners that name neither cookies nor privacy. */
const CHOICE =
  /\b(?:your|the|user) (?:choices?|experience|preferences|control)\b|\bcalifornia\b[^.]{0,20}residents|residents of california|\b(?:ccpa|cpra)\b|help us (?:to )?improve (?:this|our) (?:web ?)?(?:site|page)|transparen|experience|erlebnis|expérience|experiencia|esperienza|experiência|ervaring|doświadcz|upplevelse|opplevelse|oplevelse|zustimm|einverständnis|autoris|\bdaten\b|\bdata\b|données|\bdatos\b|\bdati\b|\bdados\b|gegevens|\bdan(?:e|ych)\b|uppgifter|данны/iu;

/** The end of a sentence or of a heading. */
const SENTENCE_END = /(?<=[.!?:;–—。！？：])(?=\s|$|[^\x00-\x7f])|\n/u;

/** A sentence without a word is a symbol, such as that of a close button. */
const HAS_WORD = /\p{L}{2}/u;

/** "consent": the first sentence is that of a banner. "other": it names another subject. */
export type Opening = "consent" | "unknown" | "other";

/** Classifies the first sentence or heading that is neither a greeting nor a button. */
export function openingOf(text: string, buttons: readonly string[]): Opening {
  const sentences = text
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => HAS_WORD.test(sentence) && !buttons.includes(sentence));
  const opening = sentences.find((sentence) => !isGreeting(sentence)) ?? "";
  const isSubject = hasSubject(opening);
  if (isOtherOpening(opening, isSubject)) return "other";
  return isSubject || isAboutPrivacy(opening) || CHOICE.test(opening) ? "consent" : "unknown";
}

function isGreeting(sentence: string): boolean {
  return GREETING.test(sentence) && !hasSubject(sentence);
}
