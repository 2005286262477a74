// Text patterns of dialogs with another purpose, which may mention cookies or personal data.

/** Food. Banners make jokes about food, so this counts only in texts that say nothing about privacy. */
const FOOD =
  /\bsells?\b|coffee|kaffee|\bcake|kuchen|gâteau|dessert|snack|delicious|lecker|délicieu|chocol|schoko|chokla|czekolad|шоколад|チョコ|巧克力|초콜릿|\boat|ginger|butter|vanill|hazelnut|\bnuts?\b|flavou?r|\bbak(?:e|ed|ery|ing)\b|gebäck|bäcker|backwaren|boulang|pâtiss|biscuit|galletas|biscott|panader|pasticc|bakker|piekarni|пекарн|recipe|rezept|recette|receta|ricetta|recept|рецепт|レシピ|食谱|dough|teig|dozen|dutzend|douzaine|docena|dozzina|dozijn|tuzin|\btins?\b|\b\d+ ?(?:kg|g|gram\w*)\b/iu;

const PRIVACY =
  /privacy|datenschutz|privatsphäre|einwillig|confidentialité|vie privée|consentement|privacidad|privacidade|consentimiento|consentimento|consenso|riservatezza|toestemming|prywatnoś|zgod[yaę]|integritet|personvern|privatliv|tietosuoja|soukrom|adatvéd|gizlilik|конфиденциальн|персональн|согласи|プライバシー|隐私|隱私|개인 ?정보|gdpr|dsgvo|ccpa|personal (?:information|data)|consent|tracking/iu;

const TECHNOLOGY =
  /track |analy[sz]|statisti|browser|device|gerät|appareil|third.part|dritt|technolog/iu;

/** Orders, payments, invitations, applications for jobs, requests about personal data, and age limits. */
const OTHER_PURPOSE = [
  // Orders and payments
  /\b(?:new|your|this|my|place|confirm|cancel|the|an) (?:\w+ )?orders?\b|\border(?:s|ed)? ?(?:#|no\b|number|total|\d)|\border:|basket|checkout|delivery (?:address|date|fee|time)|shipping|purchase|invoice|payment|\bpay\b|credit card|\bbank|3-?d[ -]?secure|transaction|bestell|(?<!aus)lieferung|warenkorb|rechnung|zahlung|überweisung|commande|livraison|panier|paiement|facture|pedido|compra\b|carrito|\bpago|factura|pagamento|encomenda|fatura|ordine|consegna|carrello|fattura|bestelling|winkelwagen|betaling|factuur|zamówien|dostaw|koszyk|płatnoś|beställning|bestilling|leverans|tilaus|maksu|objednáv|platb|rendelés|fizetés|sipariş|ödeme|teslimat|заказ|корзин|оплат|платеж|платёж|注文|支払|決済|配送|订单|訂單|付款|支付|주문|결제|배송/iu,
  // Invitations, jobs, appointments, contracts, surveys
  /invit(?:e|es|ed|ing|ation)|\bjoin (?:the |our |your )?(?:team|workspace|group|project|meeting|call)|einlad|invitation|invitación|convite|invito|uitnodig|zaprosz|inbjud|invitasjon|kutsu|pozván|meghív|davet|приглаш|招待|邀请|邀請|초대|\bjob (?:offer|application)|your application|apply(?:ing)? for|applicant|candidate|recruit|résumé|\bbewerb|stellenangebot|candidature|offre d.emploi|oferta de (?:trabajo|empleo)|candidatura|offerta di lavoro|sollicit|vacature|rekrutac|oferta pracy|ansökan|jobbtilbud|вакан|резюме|соискател|求人|応募|招聘|应聘|채용|appointment|terminbuchung|rendez-vous|\bpatients?\b|\bcontract\b|vertrag|contrat\b|contratto|contrato|survey|umfrage|sondage|encuesta|giveaway|prize|gewinnspiel|concours|sorteo/iu,
  // Requests about personal data, accounts, devices
  /\b(?:delet|eras|export|download|transfer)\w*[^.!?]{0,60}(?:data|account|archive|profile)|(?:data|account) (?:export|deletion|request|breach)|(?:daten|konto|profil)[^.!?]{0,60}(?:lösch|export|herunter|übertrag)|lösch\w*[^.!?]{0,60}(?:daten|konto)|(?:supprim|export|télécharg|effac)\S*[^.!?]{0,60}(?:données|compte)|(?:elimin|borr|export|descarg)\w*[^.!?]{0,60}(?:datos|cuenta)|(?:exclu|apag|export|baix)\w*[^.!?]{0,60}(?:dados|conta)|(?:elimin|cancell|esport|scaric)\w*[^.!?]{0,60}(?:dati|account)|(?:verwijder|exporte|download)\w*[^.!?]{0,60}(?:gegevens|account)|(?:usun|eksport|pobier)\S*[^.!?]{0,60}(?:dan(?:e|ych)|kont)|(?:удал|экспорт|скача|выгруз)\S*[^.!?]{0,60}(?:данн|аккаунт|уч[её]тн)|(?:削除|エクスポート|注销|刪除|删除|导出|삭제|내보내)|notifications?\b|benachrichtigung|push-|\byour (?:precise )?location|(?:ihren|deinen) standort|camera|microphone|webcam/iu,
  // Age limits
  /drinking age|\balco(?:hol|ol)\b|alkohol|date of birth|geburtsdatum|date de naissance|fecha de nacimiento|data di nascita|data de nascimento|дата рождения|\b(?:18|21)\b ?\+|\b(?:18|21)\b.{0,25}(?:years|jahre|\bans\b|años|anos|anni|jaar|\blat\b|лет|\bår\b|yaş|歳|岁|歲|세)|age (?:verification|gate|check)|volljährig|majorité|mayor(?:es)? de edad|maggiorenn|meerderjarig|pełnoletni|совершеннолет|\+18|満18|未成年/iu,
  // Newsletters
  /newsletter|mailing list|rundbrief|boletín|biuletyn|рассылк|メルマガ/iu,
];

/** Headings of dialogs that often mention cookies or personal data in their text. */
const OTHER_HEADING =
  /\bterms\b|conditions|nutzungsbedingungen|geschäftsbedingungen|\bagb\b|términos|condiciones|termos|condições|termini|condizioni|voorwaarden|regulamin|warunki|villkor|vilkår|ehdot|podmínky|feltételek|koşullar|услови|соглашени[ея]|оферт|利用規約|条款|약관|log ?in|sign ?in|sign ?up|register|anmeld|registrier|connexion|connectez|inscri|iniciar sesión|entrar|accedi|registrati|inloggen|aanmelden|zaloguj|logga in|logg inn|giriş|войти|вход|регистрац|ログイン|登录|登入|로그인|subscri|abonn|delete|löschen|supprimer|eliminar|elimina|verwijder|usuń|удалить/iu;

/** Headings about cookies or personal data that are not those of banners: dialogs of browsers and tools, and contracts. */
const OTHER_SUBJECT =
  /^\W*(?:clear|delete|remove|import|export|reset)\b[^.]{0,30}cookies|^\W*(?:alle )?cookies (?:löschen|importieren|exportieren)|^\W*(?:supprimer|effacer|borrar|eliminar|elimina|cancella|usuń|удалить|очистить)[^.]{0,30}cookies?|cookies?\b[^.]{0,40}\b(?:disabled|blocked|turned off|switched off|not (?:enabled|supported|allowed)|deaktiviert|blockiert|ausgeschaltet|désactivés|bloqués|desactivad[ao]s|deshabilitadas|bloquead[ao]s|disabilitati|disattivati|bloccati|uitgeschakeld|geblokkeerd|wyłączone|zablokowane)|cookies?.{0,20}(?:отключены|заблокированы|無効|禁用|차단)|\b(?:browser|navigateur|navegador|przeglądarka|браузер)\S*[^.]{0,30}\b(?:block|blockiert|bloqu|blocca|blokk|blokuj|блокир)[^.]{0,20}cookie|(?:^\W*|\b(?:need|have|must|please)\b[^.]{0,10})(?:enable|activate|turn on|aktivieren sie|activez|active|attiva|schakel|włącz|включите)\b[^.]{0,30}cookies|\b(?:data processing|processing) agreement|auftragsverarbeitung|traitement des données : contrat|accord de traitement|acuerdo de tratamiento|accordo sul trattamento|verwerkersovereenkomst|umowa powierzenia/iu;

/** Returns whether the opening of a dialog names the subject of another dialog. */
export function isOtherOpening(opening: string, isSubject: boolean): boolean {
  if (OTHER_SUBJECT.test(opening)) return true;
  return !isSubject && (OTHER_HEADING.test(opening) || hasOtherPurpose(opening));
}

/** Returns whether the text contains a word for privacy or consent. */
export function isAboutPrivacy(text: string): boolean {
  return PRIVACY.test(text);
}

/** Returns whether the text is about an order, an invitation, an account, or another subject of dialogs. */
export function hasOtherPurpose(text: string): boolean {
  return OTHER_PURPOSE.some((pattern) => pattern.test(text));
}

/** Returns whether cookies are food in this text. */
export function isAboutFood(text: string): boolean {
  return FOOD.test(text) && !isAboutPrivacy(text) && !TECHNOLOGY.test(text);
}
