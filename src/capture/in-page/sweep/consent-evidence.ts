// Decides from a dialog's text and buttons whether it is a consent banner, and whether its reject button may be pressed.
import {
  BY_CONTINUING,
  COOKIE_TERMS,
  COOKIES,
  DATA_PROCESSING,
  hasSubject,
  listsCategories,
  PRIVACY_POLICY,
  SITE_PURPOSE,
  USES_COOKIES,
  USES_DATA,
  VALUES_PRIVACY,
} from "./consent-texts.ts";
import { hasOtherHeading, hasOtherPurpose, isAboutFood } from "./other-dialogs.ts";

export type Answer = {
  kind: "accept" | "reject" | "settings" | "acknowledge" | "other";
  text: string;
};

export type Dialog = {
  text: string;
  answers: Answer[];
  /** A tag, id or class of the dialog names a consent dialog. */
  isNamed: boolean;
  /** The text matches a pattern of autoconsent that contains a word for cookies. */
  isDescribed: boolean;
  /** The dialog is a bar along an edge of the window. */
  isBar: boolean;
};

type Assessment = {
  isBanner: boolean;
  /** Pressing a button changes the state of a site, so this needs a statement about cookies and a typical choice. */
  mayPress: boolean;
};

/** Maximum length of a banner that is recognized by its subject and its buttons alone. */
const MAX_SHORT_TEXT = 1_500;

/** Words that introduce a purpose. The purposes of websites are checked before. */
const PURPOSE_CLAUSE =
  /\b(?:to|for|um|zu|zur|zum|für|pour|afin|para|per|om|voor|aby|för|til)\b|(?:чтобы|для|ため|以便|위해)/iu;

/** Maximum length of a notice without buttons. */
const MAX_NOTICE = 400;

/** Characters before the statement of a dialog that opens with it. */
const MAX_OPENING = 40;

/** Words of buttons that only consent dialogs combine with accepting and rejecting: all, necessary, without, cookies. */
const TYPICAL_ANSWER =
  /cookie|kakor|galetes|çerez|eväst|куки|クッキー|쿠키|\ball\b|\balle[sn]?\b|\btou(?:t|s|tes)\b|\btod[ao]s?\b|\btutt[ioae]\b|\btudo\b|wszystk|\balla\b|\balt\b|\bvše|všechn|összes|kaikki|tümü|\btoate\b|\bвс[её]х?\b|все(?: |$)|すべて|全て|全部|一律|모두|necess|nécess|notwendig|essen[tzc]i|erforderlich|noodzak|niezbędn|nödvänd|nødvend|nezbytn|välttämät|szükséges|gerekli|zorunlu|необходим|必要|必须|必須|필수|\bonly\b|\bnur\b|uniquement|seulement|tylko|alleen|without|sans accepter|ohne |senza |sin aceptar|zonder|consent|einwillig|tracking|privacy|datenschutz/iu;

const NO_BANNER: Assessment = { isBanner: false, mayPress: false };

/** Decides from what the dialog states and from what a visitor can answer. */
export function assess(dialog: Dialog): Assessment {
  const { text, answers } = dialog;
  const hasAnswer = answers.some(({ kind }) => kind !== "other" && kind !== "settings");
  if (hasOtherHeading(text, hasSubject)) return NO_BANNER;
  if (!hasAnswer) return { isBanner: isNotice(dialog), mayPress: false };
  return COOKIES.test(text) ? assessCookies(dialog) : assessDataProcessing(dialog);
}

function assessCookies({ text, answers, isNamed, isDescribed }: Dialog): Assessment {
  const usesCookies = USES_COOKIES.test(text) || BY_CONTINUING.test(text);
  const isTypical = hasTypical(answers);
  const isForSite = SITE_PURPOSE.test(text);
  if (isAboutFood(text) && !(usesCookies && (isForSite || isTypical))) return NO_BANNER;
  if (usesCookies) {
    // Such as terms of sale that also mention cookies.
    const opensOtherwise = hasOtherPurpose(text.slice(0, text.search(COOKIES)));
    const isMixed = opensOtherwise && !isTypical && !isNamed && !isForSite;
    const isTypicalChoice = isPair(answers) && (isTypical || isNamed || isForSite);
    return { isBanner: !isMixed, mayPress: isTypicalChoice && !opensOtherwise };
  }
  if (hasOtherPurpose(text)) return NO_BANNER;
  const isTerm = isDescribed || COOKIE_TERMS.test(text);
  const isShort = text.length <= MAX_SHORT_TEXT;
  const isBanner = isTerm
    ? isTypical || isNamed
    : isShort && (isNamed || (isTypical && isPair(answers)));
  return { isBanner, mayPress: false };
}

/** Returns whether the dialog only informs about cookies. Its button may appear later. */
function isNotice({ text, answers }: Dialog): boolean {
  if (answers.length > 0 || text.length > MAX_NOTICE || isAboutFood(text)) return false;
  return USES_COOKIES.test(text) && (SITE_PURPOSE.test(text) || BY_CONTINUING.test(text));
}

/** Many dialogs mention personal data, so the purposes of websites, a name or typical answers are required. */
function assessDataProcessing({ text, answers, isNamed, isBar }: Dialog): Assessment {
  if (text.length > MAX_SHORT_TEXT || hasOtherPurpose(text)) return NO_BANNER;
  const statement = text.search(USES_DATA);
  const usesData = statement >= 0 || DATA_PROCESSING.test(text);
  const isForSite = usesData && (SITE_PURPOSE.test(text) || BY_CONTINUING.test(text));
  const opensWithData = statement >= 0 && statement < MAX_OPENING;
  const isStated =
    isForSite ||
    VALUES_PRIVACY.test(text) ||
    listsCategories(text) ||
    (opensWithData && !PURPOSE_CLAUSE.test(text) && (isBar || PRIVACY_POLICY.test(text)));
  const isTypical = hasTypical(answers);
  const isBanner =
    isNamed ||
    (isStated && (isPair(answers) || isTypical)) ||
    (isForSite && isBar) ||
    (isPair(answers) && isTypical);
  return { isBanner, mayPress: isForSite && isPair(answers) && isTypical };
}

/** Returns whether the visitor can accept and decline. */
function isPair(answers: Answer[]): boolean {
  const kinds = new Set(answers.map(({ kind }) => kind));
  const accepts = kinds.has("accept") || kinds.has("acknowledge");
  return accepts && (kinds.has("reject") || kinds.has("settings"));
}

function hasTypical(answers: Answer[]): boolean {
  return answers.some(({ kind, text }) => kind !== "other" && TYPICAL_ANSWER.test(text));
}
