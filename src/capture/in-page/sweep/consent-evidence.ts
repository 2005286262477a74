// Decides from a dialog's text and buttons whether it is a consent banner, and whether its reject button may be pressed.
import {
  AGREES_BY_USE,
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
import { openingOf } from "./opening.ts";
import { hasOtherPurpose, isAboutFood } from "./other-dialogs.ts";
import { ASKS_CONSENT, SELLS_DATA, USES_TECHNOLOGY, WITH_ADVERTISEMENTS } from "./privacy-texts.ts";

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

type StatedDialog = Dialog & {
  /** The dialog opens with its subject, or its name or answers are those of a banner. */
  isOwn: boolean;
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

/** Maximum length of a notice without known buttons. */
const MAX_NOTICE = 400;

/** Maximum number of links and buttons with unknown texts in such a notice, if it is a bar. */
const MAX_UNKNOWN_BUTTONS = 2;

/** Characters before the statement of a dialog that opens with it. */
const MAX_OPENING = 40;

/** Words of buttons that only consent dialogs combine with accepting and rejecting: all, necessary, without, cookies. */
const TYPICAL_ANSWER =
  /cookie|kakor|kolačić|колачић|piškot|бисквитк|küpsis|slapuk|sīkda[tņ]|galetes|çerez|eväst|куки|クッキー|쿠키|\ball\b|\balle[sn]?\b|\btou(?:t|s|tes)\b|\btod[ao]s?\b|\btutt[ioae]\b|\btudo\b|wszystk|\balla\b|\balt\b|\bvše|všechn|összes|kaikki|tümü|\btoate\b|\bsve\b|\bvse\b|всички|(?:^| )све(?: |$)|kõi[gk]|\bvisus\b|\bvisas\b|όλ(?:α|ων)|הכל|الكل|همه|\bsemua\b|tất cả|\bвс[её]х?\b|все(?: |$)|すべて|全て|全部|一律|모두|necess|nécess|notwendig|essen[tzc]i|erforderlich|noodzak|niezbędn|nödvänd|nødvend|nezbytn|välttämät|szükséges|gerekli|zorunlu|nužn|nujn|vajalik|būtin|nepieciešam|απαραίτητ|необходим|必要|必须|必須|필수|\bonly\b|\bnur\b|uniquement|seulement|tylko|alleen|without|sans accepter|ohne |senza |sin aceptar|zonder|consent|einwillig|tracking|privacy|datenschutz/iu;

/** Buttons of dialogs that offer a site for a consent or for a payment. */
const SUBSCRIPTION =
  /\babo(?:s|nn\w*|nieren)?\b|abonn|abbona|subscri|suscri|assin(?:e|ar)|\bpur\b|prenumer|abonel|ad-?free|werbefrei/iu;

const NO_BANNER: Assessment = { isBanner: false, mayPress: false };

/** A longer text in quotation marks may be a statement that the dialog only quotes. */
const QUOTATION =
  /[“„«「『"][^“”„«»「」『』"\n]{20,}[”“»」』"]|(?<!\p{L})['‘][^'‘’\n]{20,}['’](?!\p{L})/giu;

/** Decides from what the dialog states and from what a visitor can answer. */
export function assess(dialog: Dialog): Assessment {
  const text = withoutQuotations(dialog.text);
  const { answers, isNamed } = dialog;
  const opening = openingOf(
    text,
    answers.map((answer) => answer.text),
  );
  if (opening === "other" || !hasSubject(text)) return NO_BANNER;
  if (isWall(text, answers)) return { isBanner: true, mayPress: false };
  const stated: StatedDialog = {
    ...dialog,
    text,
    isOwn: opening === "consent" || isNamed || hasTypical(answers) || isConsentOrPay(text, answers),
  };
  const canDecline = answers.some(({ kind }) => kind === "reject");
  const hasAnswer = canAccept(answers) || (canDecline && (isNamed || hasTypical(answers)));
  if (!hasAnswer) return { isBanner: isNotice(stated), mayPress: false };
  const { isBanner, mayPress } = COOKIES.test(text)
    ? assessCookies(stated)
    : assessDataProcessing(stated);
  const isTypicalChoice = isPair(answers) && (isNamed || hasTypical(answers));
  return { isBanner, mayPress: mayPress && opening === "consent" && isTypicalChoice };
}

/** Removes quoted statements. Names of buttons in quotation marks do not matter. */
function withoutQuotations(text: string): string {
  return text.replaceAll(QUOTATION, (quotation) =>
    USES_COOKIES.test(quotation) || USES_DATA.test(quotation) ? "" : quotation,
  );
}

function assessCookies({ text, answers, isNamed, isDescribed, isOwn }: StatedDialog): Assessment {
  const usesCookies = USES_COOKIES.test(text) || BY_CONTINUING.test(text);
  const isTypical = hasTypical(answers);
  const isForSite = SITE_PURPOSE.test(text);
  if (isAboutFood(text) && !(usesCookies && (isForSite || isTypical))) return NO_BANNER;
  if (usesCookies) {
    // Such as terms of sale that also mention cookies.
    const opensOtherwise = hasOtherPurpose(text.slice(0, text.search(COOKIES)));
    const isMixed = opensOtherwise && !isTypical && !isNamed && !isForSite;
    return { isBanner: isOwn && !isMixed, mayPress: !opensOtherwise };
  }
  if (hasOtherPurpose(text)) return NO_BANNER;
  const isTerm = isDescribed || COOKIE_TERMS.test(text);
  const isShort = text.length <= MAX_SHORT_TEXT;
  const isBanner = isTerm
    ? isTypical || isNamed
    : isShort && (isNamed || (isTypical && isPair(answers)));
  return { isBanner, mayPress: false };
}

/** Returns whether the dialog only informs about cookies. Its button may appear later, or have an unknown text. */
function isNotice({ text, answers, isOwn, isBar }: StatedDialog): boolean {
  const hasReject = answers.some(({ kind }) => kind === "reject");
  if (hasReject || answers.length > (isBar ? MAX_UNKNOWN_BUTTONS : 0)) return false;
  if (text.length > MAX_NOTICE || isAboutFood(text)) return false;
  if (isBar && AGREES_BY_USE.test(text)) return true;
  const isForSite = SITE_PURPOSE.test(text) || BY_CONTINUING.test(text);
  return isOwn && isForSite && USES_COOKIES.test(text);
}

/** Many dialogs mention personal data, so the purposes of websites, a name or typical answers are required. */
function assessDataProcessing({ text, answers, isNamed, isBar, isOwn }: StatedDialog): Assessment {
  if (!isOwn || text.length > MAX_SHORT_TEXT || hasOtherPurpose(text)) return NO_BANNER;
  const statement = text.search(USES_DATA);
  const usesData = statement >= 0 || DATA_PROCESSING.test(text) || USES_TECHNOLOGY.test(text);
  const isForSite = usesData && (SITE_PURPOSE.test(text) || BY_CONTINUING.test(text));
  const opensWithData = statement >= 0 && statement < MAX_OPENING;
  const valuesPrivacy = VALUES_PRIVACY.test(text);
  const isStated =
    isForSite ||
    valuesPrivacy ||
    SELLS_DATA.test(text) ||
    listsCategories(text) ||
    (opensWithData && !PURPOSE_CLAUSE.test(text) && (isBar || PRIVACY_POLICY.test(text)));
  const isTypical = hasTypical(answers);
  const isBanner =
    isNamed ||
    (isStated && (isPair(answers) || isTypical)) ||
    ((isForSite || valuesPrivacy || AGREES_BY_USE.test(text)) && isBar) ||
    (isPair(answers) && isTypical);
  return { isBanner, mayPress: isForSite };
}

/** Returns whether the visitor can read with advertisements and tracking, or subscribe. */
function isWall(text: string, answers: Answer[]): boolean {
  const canSubscribe = answers.some(({ text: button }) => SUBSCRIPTION.test(button));
  const isOffer = WITH_ADVERTISEMENTS.test(text) && ASKS_CONSENT.test(text);
  return isOffer && canSubscribe && canAccept(answers);
}

/** Returns whether the visitor can accept the advertisements and cookies of the site, or subscribe. */
function isConsentOrPay(text: string, answers: Answer[]): boolean {
  return (
    canAccept(answers) &&
    answers.some(({ text: button }) => SUBSCRIPTION.test(button)) &&
    USES_COOKIES.test(text)
  );
}

/** Returns whether the visitor can accept and decline. */
function isPair(answers: Answer[]): boolean {
  return canAccept(answers) && answers.some(({ kind }) => kind === "reject" || kind === "settings");
}

function canAccept(answers: Answer[]): boolean {
  return answers.some(({ kind }) => kind === "accept" || kind === "acknowledge");
}

function hasTypical(answers: Answer[]): boolean {
  return answers.some(({ kind, text }) => kind !== "other" && TYPICAL_ANSWER.test(text));
}
