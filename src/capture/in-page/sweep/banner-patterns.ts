// Patterns of the names of consent dialogs, and of their buttons in languages that autoconsent does not cover.
import {
  ACCEPT_PATTERNS,
  ACKNOWLEDGE_PATTERNS,
  REJECT_PATTERNS,
  SETTINGS_PATTERNS,
} from "autoconsent-heuristic-patterns";

/** "cookie" and "privacy" alone name other things, too. */
const CONSENT_NAME =
  /consent|gdpr|dsgvo|rgpd|lgpd|ccpa|orejime|\bcmp|(?:cookies?|privacy)[-_]?(?:\w{1,12}[-_])?(?:accept|alert|banner|bar|bot|compliance|disclaimer|hint|info|law|manager|message|modal|msg|notice|notification|overlay|policy|pop-?up|prompt|settings|wall|warning)|eu[-_]?cookie/i;

/** Returns whether a tag, id or class names a consent dialog. */
export function isConsentName(name: string): boolean {
  return CONSENT_NAME.test(name);
}

/** Classifies a button by its class and id. */
export function kindOfButtonName(name: string): "accept" | "reject" | "other" {
  if (/decline|reject|deny|refuse|opt-?out/i.test(name)) return "reject";
  if (/accept|agree|allow|approve|opt-?in/i.test(name)) return "accept";
  return "other";
}

/** Returns whether a button with this text or accessible name closes the dialog. */
export function isCloseLabel(text: string, label: string): boolean {
  if (/^[×✕✖✗⨯xX]$/u.test(text.trim())) return true;
  return (
    !/\p{L}/u.test(text) &&
    /close|dismiss|schließen|fermer|cerrar|chiudi|fechar|sluit|zamknij|stäng|luk|закрыть|閉じる|关闭|닫기/iu.test(
      label,
    )
  );
}

let added = false;

/** Adds patterns for Japanese, Chinese, Korean and some European languages to autoconsent's patterns. Runs once. */
export function addPatterns(): void {
  if (added) return;
  added = true;
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
    /^(?:отклонить|отказаться|отказываюсь|запретить|не принимать|не согласен|не согласна|нет, спасибо)(?: вс[её]| все)?(?: (?:файлы )?(?:cookies?|куки))?$/,
    /^(?:только )?(?:необходимые|обязательные)(?: (?:файлы )?(?:cookies?|куки))?$/,
    /^(?:từ chối|tolak|ปฏิเสธ|отказвам|odbij|zavrni|odmietam|відхилити|απόρριψη|nesouhlasím|رفض)(?: (?:все|όλων))?$/,
  );
  REJECT_PATTERNS.push(
    /^(?:odbij|odbijam|odbaci|одбиј|одбијам|одбаци|zavrni|zavračam|отказ|отказвам|откажи|отхвърли|отхвърляне|keeldun|keeldu|nesutinku|atmesti|atsisakyti|noraidīt|nepiekrītu|απόρριψη|diúltaigh|irrifjuta|hafna|tolak|từ chối|رفض|أرفض|رد|रद्द करें|अस्वीकार(?: करें)?|דחייה|דחה|סירוב)(?: (?:sve|vse|све|на всички|всички|kõik|visus|visas|όλων|gach ceann|kollox|öllu|öllum|semua|tất cả|الكل|همه|הכל))?$/,
    /^(?:samo|само|ainult|tik|tikai|μόνο(?: τα)?) (?:nužn|neophodn|неопходн|nujn|необходим|vajalik|būtin|nepieciešam|απαραίτητ)\p{L}*(?: \p{L}+)?$/u,
  );
  ACCEPT_PATTERNS.push(
    /^(?:prihvati|prihvaćam|prihvatam|прихвати|прихватам|слажем се|sprejmi|sprejmem|strinjam se|приемам|приеми|приемане|nõustun|nõustu|luban|sutinku|priimti|piekrītu|pieņemt|αποδοχή|αποδέχομαι|glac|glacaim|aontaím|naċċetta|aċċetta|samþykkja|samþykki|leyfa|terima|setuju|chấp nhận|đồng ý|قبول|أوافق|موافقم|پذیرفتن|स्वीकार(?: करें)?|אישור|אשר|מסכים|אני מסכים|קבל)(?: (?:sve|vse|све|на всички|всички|kõik|kõigiga|visus|visas|όλων|gach ceann|kollox|allt|allar|semua|tất cả|الكل|همه|הכל))?$/,
    /^(?:すべて|全て)?(?:の)?(?:cookie|クッキー)?(?:を|に)?(?:同意|許可|受け入れ|承諾)(?:する|します)?$/i,
    /^(?:接受|同意|允许|允許)(?:全部|所有|并继续)?(?:cookies?)?$/i,
    /^(?:全部|一律)(?:接受|同意|允许|允許)$/,
    /^(?:모두\s*)?(?:동의|수락|허용)(?:하기|합니다)?$/,
    /^(?:aceitar|permitir|concordar)(?: todos| tudo)?(?: os cookies)?$/,
    /^accett[ao](?: tutt[ioe])?(?: i cookie)?$/,
    /^(?:approve|elfogadom|elfogadás|hyväksy(?: kaikki)?|akkoord|accepteren|alles accepteren|akceptuję|zgadzam się|přijmout(?: vše)?|accept[ăa]?(?: toate)?|kabul et)$/,
    /^(?:đồng ý|chấp nhận|terima|setuju|ยอมรับ|приемам|съгласен съм|prihvaćam|slažem se|sprejmi|súhlasím|принять|принимаю|разрешить|согласен|согласна|соглашаюсь|я согласен|прийняти|погоджуюсь|αποδοχή|συμφωνώ|قبول|موافق)(?: вс[её]| все| όλων)?(?: (?:файлы )?(?:cookies?|куки))?$/,
    /^(?:akkoord|zustimmen|einverstanden|akzeptieren|aceptar|aceitar|accetta) (?:en|und|y|e) (?:sluiten|doorgaan|schließen|weiter|cerrar|continuar|fechar|chiudi|continua)$/,
    /^(?:godkänn|acceptera|tillåt|godkend|accepter|tillad|godta|aksepter)(?: alla| alle| allt)?(?: kakor| cookies)?$/,
  );
  ACCEPT_PATTERNS.push(
    /^(?:akzeptieren|zustimmen|einwilligen|einverstanden)(?: und)? (?:weiter|weiterlesen|fortfahren|lesen)$/,
    /^(?:(?:tout )?accepter|j.?accepte) et (?:continuer|continue|lire|fermer)$/,
    /^(?:mit werbung (?:weiter|weiterlesen|lesen|nutzen|fortfahren)|weiter(?:lesen)? mit werbung)$/,
  );
  SETTINGS_PATTERNS.push(
    /^(?:options|manage|choose|optionen|auswahl|anpassen|paramétrer|paramètres|personnaliser|opciones|definições|configurações|impostazioni|personalizza|instellingen|voorkeuren|aanpassen|ustawienia|inställningar|innstillinger|indstillinger|asetukset|nastavení|beállítások|setări|ayarlar|настройки|налаштування|設定|设置|設置|설정)$/,
  );
  ACKNOWLEDGE_PATTERNS.push(
    /^(?:ok|了解|わかりました|閉じる|知道了|我知道了|确定|關閉|关闭|확인|닫기|entendi|jag förstår|forstått|rozumím|rozumiem|értem|am înțeles|anladım|κατάλαβα|ymmärrän|selvä|понятно|prosseguir|prima|fine|sure|alles klar|va bene|vale|ок|хорошо|понял|закрыть|speichern|save)$/,
  );
}
