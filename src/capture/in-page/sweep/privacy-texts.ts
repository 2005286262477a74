// Text patterns of banners that name neither cookies nor the processing of data. consent-evidence.ts combines them.

const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join("|"), "iu");

/** The rest of a sentence, at most `length` characters. */
const rest = (length: number): string => `[^.!?\\n]{0,${length}}`;

/** Notices to residents of states whose laws let visitors refuse the sale of their data. */
export const SELLS_DATA = anyOf(
  "do not (?:sell|share)(?: (?:or|and|/) ?(?:sell|share))? my (?:personal )?(?:info|data)",
  `\\b(?:we|site|partners?|third parties)\\b${rest(60)}\\b(?:sell|share|sale|sharing)\\b${rest(30)}\\b(?:your|personal) (?:personal )?(?:information|data)\\b`,
  `\\bopt[- ]?out of (?:the |any |our )?(?:sale|selling|sharing|targeted advertis)`,
);

/** Statements that the site tracks its visitors with unnamed technologies. Other dialogs have another purpose. */
export const USES_TECHNOLOGY = anyOf(
  `\\b(?:we|(?:web ?)?sites?|pages?|app|partners)\\b${rest(50)}\\b(?:use|uses|using|rely|relies)\\b${rest(30)}\\b(?:technologies|trackers|tracking (?:tools|pixels|scripts))\\b`,
  `\\b(?:measure|track|analy[sz]e|record|understand|learn)\\b how (?:you|our visitors|visitors|people) (?:use|interact|brows|navigat)`,
  `\\b(?:wir|website|webseite|seite|partner)\\b${rest(50)}(?:nutz|verwend|setz)\\w*${rest(40)}\\b(?:technologien|tracker|tracking-(?:tools|dienste|pixel))`,
  `(?:nous|site|partenaires)\\b${rest(50)}utilis\\S*${rest(40)}\\b(?:technologies|traceurs)`,
);

/** Offers to read a site with advertisements. The alternative is a subscription. */
export const WITH_ADVERTISEMENTS = anyOf(
  `\\bpur-abo|\\bmit (?:personalisierter )?werbung (?:und tracking )?(?:weiter|lesen|nutzen|kostenlos|fortfahren)|\\b(?:weiter|weiterlesen|lesen|nutzen|nutze|besuchen)\\b${rest(50)}\\bmit (?:personalisierter )?werbung\\b`,
  `avec (?:ou sans )?publicité|con (?:o senza )?pubblicità|con (?:o sin )?publicidad|met (?:of zonder )?advertenties|(?:continue|read|browse)${rest(30)} with (?:ads|advertis)`,
);

/** Words for consent and tracking in such an offer. A subscription without advertisements is another offer. */
export const ASKS_CONSENT =
  /einwillig|zustimm|akzeptier|einverstanden|personenbezogen|verarbeit\w*[^.]{0,40}daten|cookie|consent|accept|agree|acept|accett|akkoord/iu;
