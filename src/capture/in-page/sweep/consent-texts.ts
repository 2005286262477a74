// Text patterns of consent banners, by language. consent-evidence.ts combines them.
import { SELLS_DATA, USES_TECHNOLOGY, WITH_ADVERTISEMENTS } from "./privacy-texts.ts";

const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join("|"), "iu");

/** The rest of a sentence, at most `length` characters. */
const rest = (length: number): string => `[^.!?。\\n]{0,${length}}`;

/** Up to five words between a verb and its object. Other objects follow words such as "to" and "your". */
const WORDS = "(?:(?!(?:to|for|from|with|by|at|you|your|deliver\\w*)\\b)[\\w'’/,-]+\\s+){0,5}";

/** Words for cookies, and for information that a site stores on a device. Some also name food. */
export const COOKIES = anyOf(
  "cookie|kakor|ciasteczk|ciasteczek|informasjonskapsl|evästei|sütik|çerez|куки|galetes|クッキー|쿠키|ملفات تعريف الارتباط|คุกกี้",
  "kolačić|kolacic|колачић|колачињ|piškot|бисквитк|küpsis|slapuk|sīkda[tņ]|fianán|vafrak[aöo]k|\\bkuki\\b|कुकी|کوکی|كوكيز|עוגיות",
  "information\\s+on\\s+(?:a|the|your)\\s+device|informations sur (?:un|votre|ton) (?:appareil|terminal)|informationen auf (?:einem|ihrem|deinem) (?:end)?gerät|información en (?:un|su|tu) dispositivo|informazioni (?:su (?:un|questo)|sul (?:tuo|suo|vostro)) dispositivo|informações (?:em um|num|no seu) dispositivo|informatie op (?:een|uw|je|jouw) apparaat|informacji na (?:twoim |państwa )?urządzeniu",
);

/** Statements that the site or its partners use cookies, or that the visitor agrees to cookies by using the site. */
const COOKIE_USE = [
  // English
  `\\b(?:we|us|(?:web)?sites?|pages?|app(?:lication)?s?|services?|platforms?|partners?|part(?:y|ies)|vendors|shops?|stores?|blogs?)\\b${rest(80)}\\b(?:us(?:e|es|ing)|sets?|places?|installs?|utili[sz]es?|deploys?|stor(?:e|es|ing)|access)\\s+${WORDS}cookies?\\b`,
  `\\buse of ${WORDS}cookies\\b|\\bcookies? (?:and|or|&) (?:\\w+ ){0,3}(?:technolog|identifiers|trackers|local storage)`,
  `such as cookies${rest(80)}(?:technolog|device|identif|data)|(?:technolog\\w+|identifiers|information),? such as cookies`,
  `\\bcookies? (?:on|in|from) (?:this|our|your) (?:web ?site|site|device|browser|computer|page|app)|\\bcookies (?:are used|help us|enable us|allow us|let us)`,
  `\\b(?:continu|using|brows|clicking|closing|scrolling|visiting)\\w*${rest(150)}\\b(?:agree|accept|consent|allow)${rest(100)}\\bcookies|\\b(?:consent|agree) to ${WORDS}cookies`,
  `(?:store|stor\\w+) and(?:/or| or)? access(?:ing)? information on (?:a|your) device`,
  `(?:stock|accéd)\\S*${rest(40)}informations sur (?:un|votre) (?:appareil|terminal)|informationen auf (?:einem|ihrem) (?:end)?gerät${rest(40)}(?:speicher|abruf|zugreif)|(?:almacen|acced)\\w*${rest(40)}información en un dispositivo|(?:archivi|acced)\\w*${rest(40)}informazioni su (?:un|questo) dispositivo|informacji na urządzeniu|informatie op een apparaat`,
  // German
  `\\b(?:wir|uns|site|website|webseite|seite|onlineshop|shop|app|partner|dienste?|angebot)\\b${rest(70)}\\b(?:verwende|nutz|setz|benutz|speicher|gebrauch)\\w*${rest(50)}\\bcookies?\\b`,
  `(?:verwendung|nutzung|einsatz|setzen|speicherung|gebrauch) (?:von |der |\\w+ ){0,3}cookies|cookies? (?:und|oder|sowie) (?:\\w+ ){0,3}(?:technologien|techniken|verfahren|tools)`,
  `cookies? auf (?:dieser|unserer|ihrem) (?:web)?(?:site|seite|gerät)|werden (?:\\w+ ){0,3}cookies (?:verwendet|eingesetzt|gesetzt|genutzt|gespeichert)|cookies (?:helfen|ermöglichen|erleichtern)`,
  // French
  `(?:nous|site|page|service|partenaires|application|boutique)${rest(70)}(?:utilis|dépos|install|stock|emplo|recour|plac)\\S*${rest(50)}(?:cookies|traceurs|témoins)`,
  `(?:utilisation|usage|dépôt|installation|recours|emploi) (?:\\S+ ){0,3}(?:cookies|traceurs|témoins)|cookies? (?:et|ou) (?:\\S+ ){0,3}(?:technologies|traceurs)`,
  `en (?:poursuivant|continuant|naviguant|cliquant)${rest(160)}(?:cookies|traceurs)|cookies sur (?:ce|notre|votre) (?:site|appareil|terminal)`,
  // Spanish and Catalan
  `(?:usamos|utilizamos|empleamos|(?:sitio|web|página|tienda|portal|aplicación|socios|nosotros)\\b${rest(60)}(?:usan?|utiliz\\w+|emple\\w+|almacen\\w+|instal\\w+))${rest(40)}\\bcookies`,
  `(?:uso|utilización|empleo) de (?:\\S+ ){0,3}cookies|cookies (?:propias|de terceros|técnicas)|cookies y (?:\\S+ ){0,2}tecnolog|(?:al|si) (?:continu|naveg|seguir|sigue)\\S*${rest(150)}cookies|cookies en (?:este|esta|nuestro|nuestra|su|tu) `,
  `(?:utilitzem|utilitza|fem servir)${rest(40)}(?:galetes|cookies)`,
  // Portuguese
  `(?:usamos|utilizamos|(?:site|website|página|loja|portal|parceiros|serviço|nós)\\b${rest(60)}(?:usa|utiliza|armazena|instala)\\w*)${rest(40)}\\bcookies|uso de (?:\\S+ ){0,2}cookies|cookies e (?:\\S+ ){0,2}tecnolog|ao (?:continuar|navegar|utilizar)${rest(150)}cookies`,
  // Italian
  `(?:usiamo|utilizziamo|impieghiamo|(?:sito|pagina|portale|servizio|partner|negozio|app|noi)\\b${rest(60)}(?:usa|utilizz|impieg|memorizz|install)\\w*)${rest(40)}\\bcookie`,
  `(?:uso|utilizzo|impiego) (?:dei|di|dell['’]|\\S+ ){1,3} ?cookie|cookie (?:tecnici|di profilazione|di terze parti)|cookie e (?:\\S+ ){0,2}tecnolog|(?:proseguendo|continuando|navigando|cliccando)${rest(160)}cookie`,
  // Dutch
  `\\b(?:wij|we|site|website|webshop|webwinkel|pagina|app|partners|dienst)\\b${rest(60)}\\b(?:gebruik|plaats|zet|maak)\\w*${rest(50)}\\bcookies|gebruik van (?:\\S+ ){0,3}cookies|cookies en (?:vergelijkbare|soortgelijke|andere) tech|plaatsen van cookies`,
  // Polish
  `(?:używamy|stosujemy|wykorzystujemy|korzystamy|(?:strona|serwis|witryna|sklep|portal|partnerzy)${rest(60)}(?:używa|stosuje|wykorzystuje|korzysta|zapisuje)\\S*)${rest(60)}(?:cookie|ciasteczk|ciasteczek)|pliki? cookies?${rest(60)}(?:urządzeni|przeglądar|dostosow|statysty)`,
  // Swedish, Danish and Norwegian
  `(?:\\bvi\\b|webbplats|webbsida|sajt|webshop|hjemmeside|nettsted|nettside|\\bsiden?\\b|tjänst)${rest(60)}(?:använd|bruger|bruker|anvender|benytter|lagrar|lagrer|placer)\\S*${rest(50)}(?:cookie|kakor|informasjonskaps)`,
  // The verb before the subject, as in "On this page, we use …"
  `(?:verwende|nutz|setz|gebrauch)\\w* (?:wir|diese)\\b${rest(70)}\\bcookies|gebruik\\w* (?:wij|we)\\b${rest(70)}\\bcookies|(?:använder|bruger|bruker|anvender|benytter) vi\\b${rest(70)}(?:cookie|kakor|informasjonskaps)`,
  // Finnish, Czech, Slovak, Hungarian, Romanian
  `(?:käytä|käyttää|käytetään)${rest(50)}eväst|eväst\\S*${rest(40)}(?:käyt|parant)`,
  `(?:používá|používa|využív|uklád)\\S*${rest(50)}cookie`,
  `(?:süti|cookie)\\S*${rest(60)}(?:használ|alkalmaz|helyez)|(?:használ|alkalmaz)\\S*${rest(50)}(?:sütik|cookie)`,
  `(?:folosim|foloseș|folosesc|utilizăm|utilizeaz)\\S*${rest(40)}cookie`,
  // Turkish, Greek, Russian, Ukrainian, Bulgarian
  `(?:çerez|cookie)\\S*${rest(60)}(?:kullan|yükle)`,
  `(?:χρησιμοποιεί|χρησιμοποιούμε)${rest(40)}cookies`,
  `(?:использу|применя|сохраня|собира|обрабатыва|використову|използва)\\S*${rest(70)}(?:cookie|куки)|(?:cookie|куки)\\S*${rest(60)}(?:использу|улучш|аналит)|использовани\\S* (?:\\S+ ){0,3}(?:cookie|куки)`,
  // Croatian, Serbian, Slovenian, Bulgarian
  `(?:korist|upotreblj|корист|употребљ)\\S*${rest(60)}(?:cookie|kolačić|kolacic|колачић|колачињ)|(?:kolačić|kolacic|колачић|колачињ)\\S*${rest(60)}(?:korist|poboljš|корист|побољш)`,
  `uporablja\\S*${rest(60)}(?:cookie|piškot)|piškot\\S*${rest(60)}(?:uporab|izboljš)`,
  `използва\\S*${rest(70)}бисквитк|бисквитк\\S*${rest(60)}(?:използва|подобр)`,
  // Estonian, Lithuanian, Latvian
  `kasuta\\S*${rest(60)}(?:cookie|küpsis)|küpsis\\S*${rest(60)}(?:kasuta|paranda)`,
  `naudoja\\S*${rest(60)}(?:cookie|slapuk)|slapuk\\S*${rest(60)}(?:naudoja|pagerin|gerin)`,
  `izmanto\\S*${rest(60)}(?:cookie|sīkda[tņ])|sīkda[tņ]\\S*${rest(60)}(?:izmanto|uzlabo)`,
  // Irish, Maltese, Icelandic, Malay, Hindi, Hebrew, Persian
  `úsáid\\S*${rest(60)}(?:fianán|cookie)|(?:juża|nuża|tuża)\\S*${rest(40)}cookie|not(?:ar|um|a)\\b${rest(50)}(?:vafrak[aöo]k|cookie)|(?:menggunakan|guna) ${WORDS}kuki`,
  `कुकी${rest(40)}(?:उपयोग|इस्तेमाल)|(?:משתמש|שימוש)${rest(40)}(?:עוגיות|cookies)|(?:کوکی|كوكيز|cookie)${rest(40)}(?:استفاده|استخدام)|(?:نستخدم|يستخدم|استخدام)${rest(40)}كوكيز|استفاده${rest(40)}کوکی`,
  // Japanese, Chinese, Korean, Arabic, Thai, Indonesian
  `(?:cookie|クッキー).{0,40}(?:使用|利用|保存)|(?:使用|利用).{0,20}(?:cookie|クッキー)`,
  `(?:使用|采用|存储|運用).{0,20}cookie|cookie.{0,30}(?:使用|技术|技術|改善|分析)`,
  `(?:쿠키|cookie).{0,30}(?:사용|수집|저장)`,
  `(?:نستخدم|يستخدم|استخدام).{0,40}(?:ملفات تعريف الارتباط|cookie)|ใช้คุกกี้|sử dụng.{0,20}cookie|(?:menggunakan|penggunaan) ${WORDS}cookie`,
];

export const USES_COOKIES = anyOf(...COOKIE_USE);

/** Terms that contain a word for cookies and never name food. */
export const COOKIE_TERMS =
  /cookies?[- ]?(?:polic|settings|preferences|consent|notice|statement|declaration|choices|banner|richtlinie|einstellungen|hinweis|erklärung|beleid|instellingen|verklaring|politik|innstillinger|inställningar|indstillinger|käytän)|(?:politique|gestion|paramètres|préférences) (?:des |de |relative aux )?cookies|(?:política|configuración|preferencias|configurações|preferências) de (?:las |los )?cookies|(?:informativa|preferenze|impostazioni|gestione) (?:sui |dei |sull['’]uso dei )?cookie|(?:polityk\S+|ustawieni\S+) (?:plików )?cookies?|plik\S* cookies?|файл\S* (?:cookie|куки)|soubor\S* cookie|クッキーポリシー|cookie\s?(?:ポリシー|政策|설정|정책)/iu;

/** Texts about the processing of personal data. Other dialogs often contain such a text, too. */
export const DATA_PROCESSING =
  /(?:process|collect|us(?:e|ing)\b|stor)\w*.{0,80}(?:personal (?:information|data)|browsing data)|data processing|(?:collect|trait|utilis)\S*.{0,80}(?:informations|données) personnelles|données à caractère personnel|verarbeit\w*.{0,60}(?:personenbezogene|ihrer? daten|deiner? daten)|(?:ihre|deine|meine) daten.{0,80}verarbeit|personenbezogene\w* daten|datenverarbeitung|(?:recopil|trata|proces|utiliz)\w*.{0,60}(?:información|datos) personal|(?:colet|trata|process|utiliza|recolh)\w*.{0,60}(?:dados|informações) pessoais|(?:raccogli|tratt|elabor|utilizz)\w*.{0,60}(?:dati|informazioni) personali|persoonsgegevens|przetwarza\S*.{0,60}dan(?:e|ych) osobow|personuppgifter|person(?:oplysninger|opplysninger)|henkilötietoja|személyes adat|osobní(?:ch)? údaj|dat(?:e|ele) (?:dvs\. |dumneavoastră )?(?:cu caracter )?personal|персональн\S+ данн|kişisel veri|個人情報|個人資料|个人信息|个人数据|개인 ?정보/iu;

/** Statements that the site or its partners process data of its visitors. */
export const USES_DATA = anyOf(
  `\\b(?:we|(?:web)?site|app|partners?|third parties)\\b${rest(60)}\\b(?:process|collect|use|store|analy[sz]e|share|access)(?:e?s|ing)?\\b${rest(80)}\\b(?:(?:personal|your|usage|browsing|visitor|device|unique) (?:\\w+ )?(?:data|information|identifiers)|data about you)`,
  `(?:wir|website|webseite|seite|partner|dritte\\w*|dienste?)\\b${rest(60)}(?:verarbeit|erheb|nutz|speicher|verwend)\\w*${rest(80)}daten|(?:verarbeitung|nutzung|erhebung|speicherung) (?:ihrer|deiner|personenbezogener|meiner) (?:personenbezogenen )?daten|(?:ihre|deine|meine) (?:personenbezogenen )?daten${rest(80)}verarbeit`,
  `(?:nous|site|partenaires)\\b${rest(60)}(?:trait|collect|utilis|stock|accéd)\\S*${rest(80)}(?:données|informations)`,
  `(?:tratamos|procesamos|recopilamos|utilizamos|usamos|(?:sitio|web|socios)\\b${rest(60)}(?:trata|procesa|recopila|recoge|utiliza)\\w*)${rest(80)}(?:datos|información)`,
  `(?:tratamos|processamos|coletamos|recolhemos|usamos|utilizamos|(?:site|parceiros)\\b${rest(60)}(?:trata|processa|coleta|recolhe|utiliza)\\w*)${rest(80)}(?:dados|informações)`,
  `(?:trattiamo|elaboriamo|raccogliamo|utilizziamo|(?:sito|partner)\\b${rest(60)}(?:tratta|elabora|raccogli|raccoglie|utilizza)\\w*)${rest(80)}(?:dati|informazioni)`,
  `(?:wij|we|website|site|partners)\\b${rest(60)}(?:verwerk|verzamel|gebruik)\\w*${rest(80)}(?:gegevens|data)`,
  `(?:przetwarzamy|zbieramy|wykorzystujemy|(?:strona|serwis|partnerzy)${rest(60)}(?:przetwarza|zbiera)\\S*)${rest(80)}dan(?:e|ych)`,
  `(?:\\bvi\\b|webbplats|hjemmeside|nettsted)${rest(60)}(?:behandl|saml|innhent|indsaml|använd)\\S*${rest(80)}(?:uppgifter|oplysninger|opplysninger)|(?:keräämme|käsittelemme)${rest(60)}tietoja`,
  `(?:zpracováv|shromažď|spracúva)\\S*${rest(60)}údaj|(?:adat)\\S*${rest(60)}(?:gyűjt|feldolgoz|kezel)|(?:prelucr|colect)\\S*${rest(60)}dat`,
  `(?:мы|сайт|сервис|ресурс|партн[её]ры)${rest(60)}(?:обрабатыва|собира|использу|храни)\\S*${rest(80)}данны|обработк\\S+ (?:\\S+ ){0,2}персональн\\S+ данн`,
  `(?:verilerinizi|kişisel veri)\\S*${rest(60)}(?:işl|topl|kullan)`,
  `個人情報.{0,40}(?:利用|収集|取得|取り扱)|(?:收集|处理|使用|處理).{0,30}(?:个人信息|个人数据|個人資料)|개인 ?정보.{0,30}(?:수집|처리|이용)`,
);

/** Purposes of the data of a site's visitors: a better site, statistics and advertisements. */
export const SITE_PURPOSE =
  /(?:improv|enhanc|optimi[sz]|personali[sz]|customi[sz]|tailor|measur|analy[sz])\w*[^.!?]{0,60}(?:experience|web ?site|site\b|service|content|ads?\b|advert|audience|traffic|brows|visit|usage|performance)|advertis|analytics|statistics|browsing (?:data|experience|behavio)|similar technologies|(?:best|optimal)\w* (?:\w+ ){0,2}(?:experience|erlebnis)|(?:meilleure|mejor|melhor|migliore?) (?:\S+ ){0,2}(?:exp|esp)|targeted|tracking|(?:verbesser|optimier|personalisier|analysier|auswert)\w*|statisti|werbung|nutzungsverhalten|reichweite|marketing|amélior|personnalis|mesur|publicit|audience|mejorar|personaliz|estadístic|publicid|analizar|melhorar|audiência|navegação|estatístic|analisar|migliorar|misurar|pubblicit|analizzar|verbeter|advertenti|analyser|popraw|ulepsz|dostosow|statysty|reklam|förbättr|forbedr|annons|annonc|parant|tilasto|mainon|zlepš|vylepš|javít|fejleszt|hirdetés|îmbunătăț|iyileştir|geliştir|kişiselleştir|istatistik|улучш|персонализ|статисти|реклам|аналит|метрик|посещаем|работ\S* сайта|poboljš|iskustv|побољш|искуств|izboljš|delovanj|подобр|paranda|kogemus|pagerin|patirt|uzlabo|pieredz|βελτ|εμπειρί|לשפר|שיפור|חווי|تحسين|تجرب|بهبود|feabhs|ittejjeb|cải thiện|trải nghiệm|अनुभव|bæta upplifun|改善|向上|分析|広告|廣告|广告|統計|统计|优化|개선|분석|광고|통계/iu;

/** Openings of banners that do not mention cookies. */
export const VALUES_PRIVACY = anyOf(
  `we (?:value|respect|care about|protect) your (?:\\w+ )?privacy|your (?:\\w+ )?privacy (?:is (?:very |so )?important|matters|comes first|choices)|your privacy(?: is|,) your (?:choice|decision)|privacy is important to us`,
  `(?:ihre|deine|eure) (?:privatsphäre|daten) (?:ist|sind|liegt|liegen) uns|wir (?:schätzen|respektieren|achten|schützen) (?:ihre|deine) privatsphäre|(?:ihre|deine) (?:privatsphäre|daten), (?:ihre|deine) (?:wahl|entscheidung)|(?:ihr |der )?datenschutz (?:ist|liegt) uns`,
  `(?:votre vie privée|vos données|votre confidentialité)${rest(40)}(?:import|compte|priorité|précieu)|nous respectons (?:votre vie privée|vos données|votre confidentialité)|respect de votre vie privée`,
  `(?:su|tu|vuestra) privacidad (?:es|nos|importa)|(?:valoramos|respetamos|cuidamos|nos importa) (?:su|tu) privacidad|(?:a )?sua privacidade (?:é|importa)|(?:valorizamos|respeitamos) (?:a )?sua privacidade`,
  `(?:la )?(?:tua|vostra|sua) privacy (?:è|ci sta|conta)|(?:rispettiamo(?: la)?|teniamo al?la|rispetto della) (?:tua|vostra|sua) privacy`,
  `(?:uw|jouw|je) privacy (?:is|vinden|telt)|(?:respecteren|waarderen) (?:uw|jouw|je) privacy|(?:cenimy|szanujemy|dbamy o) (?:\\S+ )?prywatność|(?:twoja|państwa) prywatność`,
  `din integritet är|(?:värnar om|respekterar) din integritet|dit privatliv (?:er|betyder)|(?:respekterer|værner om) dit privatliv|personvernet? (?:ditt )?er viktig|(?:respekterer|verner om) (?:ditt )?personvern`,
  `yksityisyytesi on|arvostamme yksityisyyt|(?:vážíme si|respektujeme|záleží nám na)${rest(20)}soukromí|(?:adatvédel|magánszfér)\\S*${rest(30)}fontos`,
  `(?:ценим|уважаем|заботимся о)${rest(30)}(?:конфиденциальн|приватн)|ваш\\S? (?:конфиденциальность|приватность)${rest(20)}важн|gizliliğiniz\\S*${rest(20)}(?:önem|saygı|değer)`,
  `プライバシー(?:を|の)?(?:尊重|重視|保護|設定)|(?:重视|尊重|珍视|重視)您?的?(?:隐私|隱私)|(?:개인정보|프라이버시).{0,10}(?:소중|존중|중요)`,
);

/** Headings of a banner that lists categories. Applications have such settings, too. */
const PRIVACY_SETTINGS =
  /privacy (?:settings|preferences|overview)|(?:datenschutz|privatsphäre|einwilligungs?)[- ]?(?:einstellungen|präferenzen|verwaltung)|paramètres de confidentialité|(?:configuración|preferencias) de privacidad|impostazioni (?:sulla |della )?privacy|privacy-?instellingen|ustawienia prywatności|настройк\S+ (?:конфиденциальности|приватности)/iu;

/** Banners that do not mention cookies link to this page. Other dialogs do, too. */
export const PRIVACY_POLICY =
  /privacy (?:policy|notice|statement)|datenschutz(?:erklärung|hinweise|bestimmungen|richtlinie)|(?:politique|charte) de confidentialité|política de privacid|informativa|privacy(?:verklaring|beleid)|polityk\S+ prywatności|integritetspolicy|personvernerklæring|privatlivspolitik|политик\S+ (?:конфиденциальности|обработки|в отношении)|プライバシーポリシー|隐私政策|隱私政策|개인정보 ?처리방침/iu;

/** The visitor agrees by using the site. */
export const BY_CONTINUING =
  /by (?:continuing|using (?:this|our|the) (?:web ?)?(?:site|page))|continu(?:e|ing) (?:to )?(?:us|brows|visit|navigat)\w*|weitere\w* nutzung|weiter(?:surfen|nutzen)|en (?:poursuivant|continuant)|al (?:continuar|seguir) (?:naveg|us)|(?:proseguendo|continuando)|ao continuar|door (?:verder|door) te (?:gaan|surfen|klikken)|kontynuując|продолжая|оставаясь на|kullanmaya devam/iu;

/** The visitor agrees to a privacy policy by using the site. Signing in has such a sentence, too, but not about the site. */
export const AGREES_BY_USE = anyOf(
  `\\b(?:by|if you) (?:continu\\w+|us|brows|visit|access|navigat)\\w*${rest(60)}\\b(?:this|our|the) (?:web ?)?(?:site|page|portal)\\w*${rest(80)}\\b(?:agree|accept|consent)${rest(120)}\\bprivacy`,
  `(?:mit der|durch die) (?:weiteren )?nutzung (?:dieser|unserer|der) (?:website|webseite|seite)${rest(120)}datenschutz|en (?:poursuivant|continuant)${rest(60)}(?:navigation|site)${rest(120)}confidentialité`,
  `al (?:continuar|seguir|utilizar|navegar)${rest(60)}(?:sitio|web|página)${rest(120)}privacidad|ao (?:continuar|navegar|utilizar)${rest(60)}(?:site|página)${rest(120)}privacidade|(?:continuando|proseguendo|navigando)${rest(60)}(?:sito|navigazione)${rest(120)}privacy`,
  `door (?:verder te|deze|onze)${rest(60)}(?:website|site)${rest(120)}privacy|(?:продолжая|оставаясь)${rest(60)}сайт\\S*${rest(120)}(?:конфиденциальн|персональн|обработк)`,
);

const NECESSARY =
  /necessary|essential|notwendig|essen[tz]iell|erforderlich|nécessaire|essentiel|necesari|esencial|necessári|necessari|essenzial|noodzakelijk|niezbędn|nödvändig|nødvendig|välttämät|nezbytn|szükséges|gerekli|zorunlu|необходим|必須|必要|필수/iu;
const OPTIONAL =
  /statisti|analyti|analyse|mesure d.audience|estadístic|estatístic|istatistik|tilasto|statysty|marketing|advertis|werbung|publicit|publicid|pubblicit|reklam|annons|mainon|аналит|статист|маркетинг|реклам|統計|分析|统计|통계|マーケティング|広告|营销|广告|마케팅|광고/iu;

/** Returns whether the text lists purposes as banners do: necessary ones, and statistics or advertisements. */
export function listsCategories(text: string): boolean {
  return NECESSARY.test(text) && OPTIONAL.test(text);
}

/** The latest text of hasSubject(). Several searches check the text of the page, which is long. */
let latest = { text: "", hasSubject: false };

/** Returns whether the text contains a word of banners. Most other texts contain none, so this is a cheap first check. */
export function hasSubject(text: string): boolean {
  if (text !== latest.text) {
    const patterns = [COOKIES, DATA_PROCESSING, VALUES_PRIVACY, PRIVACY_SETTINGS, AGREES_BY_USE];
    patterns.push(SELLS_DATA, USES_TECHNOLOGY, WITH_ADVERTISEMENTS);
    latest = { text, hasSubject: patterns.some((pattern) => pattern.test(text)) };
  }
  return latest.hasSubject;
}
