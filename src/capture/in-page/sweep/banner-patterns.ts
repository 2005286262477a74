// Text patterns of banners in languages that autoconsent does not cover. The text must also satisfy hasSubject() in
// banners.ts.
import {
  ACCEPT_PATTERNS,
  ACKNOWLEDGE_PATTERNS,
  DETECT_PATTERNS,
  REJECT_PATTERNS,
} from "autoconsent-heuristic-patterns";

/** Texts about the processing of personal data. Such a text is that of a banner even if it does not mention cookies. */
export const DATA_PROCESSING =
  /(?:process|collect|us(?:e|ing)\b|stor)\w*.{0,80}(?:personal (?:information|data)|browsing data)|data processing|(?:collect|trait|utilis)\S*.{0,80}(?:informations|données) personnelles|données à caractère personnel|verarbeit\w*.{0,60}personenbezogene|personenbezogene\w* daten|datenverarbeitung|(?:recopil|trata|proces|utiliz)\w*.{0,60}(?:información|datos) personal|(?:colet|trata|process|utiliza|recolh)\w*.{0,60}(?:dados|informações) pessoais|(?:raccogli|tratt|elabor|utilizz)\w*.{0,60}(?:dati|informazioni) personali|persoonsgegevens|przetwarza\S*.{0,60}dan(?:e|ych) osobow|personuppgifter|person(?:oplysninger|opplysninger)|henkilötietoja|személyes adat|osobní(?:ch)? údaj|dat(?:e|ele) (?:dvs\. |dumneavoastră )?(?:cu caracter )?personal|персональн\S+ данн|kişisel veri|個人情報|個人資料|个人信息|个人数据|개인 ?정보/iu;

/** Returns whether a tag, id or class names a consent dialog. */
export function isConsentName(name: string): boolean {
  return /cookie|consent|gdpr|dsgvo|rgpd|lgpd|privacy|orejime|\bcmp/i.test(name);
}

/** Classifies a button by its class and id. */
export function kindOfButtonName(name: string): "accept" | "reject" | "other" {
  if (/decline|reject|deny|refuse|opt-?out/i.test(name)) return "reject";
  if (/accept|agree|allow|approve|opt-?in/i.test(name)) return "accept";
  return "other";
}

let added = false;

/** Adds patterns for Japanese, Chinese, Korean and some European languages to autoconsent's patterns. Runs once. */
export function addPatterns(): void {
  if (added) return;
  added = true;
  DETECT_PATTERNS.push(
    /(?:cookie|クッキー).{0,40}(?:使用|利用|保存|同意)/gi,
    /(?:使用|利用).{0,20}(?:cookie|クッキー)/gi,
    /cookie.{0,40}(?:接受|同意|使用|拒绝|拒絕)/gi,
    /(?:쿠키|cookie).{0,30}(?:사용|동의|수집)/gi,
    /(?:usamos|utilizamos|utiliza|usa).{0,20}cookies/gi,
    /(?:utilizziamo|usa|utilizza|uso dei).{0,20}cookie/gi,
    /(?:vi|denne side|webbplatsen|siden).{0,30}(?:använder|bruger|bruker).{0,20}(?:cookies|kakor|informasjonskapsler)/gi,
    /(?:käytämme|käyttää).{0,20}evästeitä/gi,
    /(?:používáme|používa|používame).{0,30}cookie/gi,
    /çerez.{0,40}(?:kullan|kabul)/gi,
    /(?:используем|использует|использование).{0,40}(?:cookie|куки)/gi,
    /(?:χρησιμοποιεί|χρησιμοποιούμε).{0,30}cookies/gi,
    /(?:folosim|folosește|utilizăm).{0,30}cookie/gi,
    /(?:sütiket|cookie).{0,30}használ/gi,
    /want to use cookies/gi,
  );
  REJECT_PATTERNS.push(
    /^(?:すべて|全て)?(?:を)?拒否(?:する)?$/,
    /^(?:同意しない|必須(?:の)?(?:cookie|クッキー)?のみ.*)$/i,
    /^(?:全部|全都|一律)?(?:拒绝|拒絕)(?:全部|所有)?(?:cookies?)?$/i,
    /^(?:仅|僅|只)(?:接受|允许)?必[要需].*$/,
    /^(?:모두\s*)?(?:거부|거절)(?:하기|합니다)?$/,
    /^필수\s*(?:쿠키)?만.*$/,
    /^(?:rejeitar|recusar)(?: todos| tudo)?(?: os cookies)?$/,
    /^(?:elutasítom|elutasítás|hylkää(?: kaikki)?|kiellä|weigeren|alles weigeren|odrzuć(?: wszystkie)?|odmítnout(?: vše)?|respinge(?: toate)?|reddet)$/,
    /^(?:avvisa|neka|afvis|avslå)(?: alla| alle| allt)?(?: kakor| cookies)?$/,
  );
  ACCEPT_PATTERNS.push(
    /^(?:すべて|全て)?(?:の)?(?:cookie|クッキー)?(?:を|に)?(?:同意|許可|受け入れ|承諾)(?:する|します)?$/i,
    /^(?:接受|同意|允许|允許)(?:全部|所有|并继续)?(?:cookies?)?$/i,
    /^(?:全部|一律)(?:接受|同意|允许|允許)$/,
    /^(?:모두\s*)?(?:동의|수락|허용)(?:하기|합니다)?$/,
    /^(?:aceitar|permitir|concordar)(?: todos| tudo)?(?: os cookies)?$/,
    /^(?:approve|elfogadom|elfogadás|hyväksy(?: kaikki)?|akkoord|accepteren|alles accepteren|akceptuję|zgadzam się|přijmout(?: vše)?|accept[ăa]?(?: toate)?|kabul et)$/,
    /^(?:godkänn|acceptera|tillåt|godkend|accepter|tillad|godta|aksepter)(?: alla| alle| allt)?(?: kakor| cookies)?$/,
  );
  ACKNOWLEDGE_PATTERNS.push(
    /^(?:ok|了解|わかりました|閉じる|知道了|我知道了|确定|關閉|关闭|확인|닫기|entendi|jag förstår|forstått)$/,
  );
}
