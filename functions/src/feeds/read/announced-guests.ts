/** Words before a guest's name in a title, in the languages with the most podcasts. */
const WITH_WORDS = String.raw`with|w\/|feat\.?|ft\.?|featuring|mit|avec|con|com|met|med|cu`;
/** Shorter ones, too, as the name is known. */
const WITH = new RegExp(String.raw`(?:^|[^\p{L}\p{N}])(?:${WITH_WORDS}|z|ze|s|с|со|з)\s+$`, 'iu');
const LONGEST_WITH = ' featuring '.length;
/** At least two capitalized words. */
const FULL_NAME = /^\p{Lu}\S*(?:\s+\p{Lu}\S*)+$/u;
/** A guest's name is followed by the end of the title, or by a symbol such as a comma or "&". */
const NAME_ENDS = /^\s*(?:$|[^\p{L}\p{N}\s'’])/u;

/** True if a title names the part as a guest: "On kilns, with Ada Lovelace". */
export function isAnnounced(
  title: string,
  { start, end }: { start: number; end: number },
): boolean {
  return (
    FULL_NAME.test(title.slice(start, end)) &&
    WITH.test(title.slice(Math.max(0, start - LONGEST_WITH), start)) &&
    NAME_ENDS.test(title.slice(end))
  );
}

const WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{N}.'’-]*`;
const PARTICLES = '(?:(?:de|da|di|du|dos|van|von|der|den|la|le|al|bin|ibn|el|ter)\\s+){0,2}';
/** Two to six capitalized words, with particles: Ursula von der Leyen. */
const NAME = `${WORD}(?:[ \\u00a0]${PARTICLES}${WORD}){1,5}`;
const AND = String.raw`(?:\s*[,&]\s*|,?\s+(?:and|und|et|y|e|en|och|og|i)\s+)`;
const NAMES = `${NAME}(?:${AND}${NAME}){0,5}`;

/** Signs in a title that a guest's name follows; the name ends the title or its part. */
const BEFORE_IN_TITLE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:${WITH_WORDS})\s+|(?:interviews?|guests?|conversation|q\s?&\s?a|entrevista|entretien|interviu)\s*[:–—\-]\s*)`,
  'giu',
);
/** Words in notes that a guest's name follows. A plain "with" does not suffice there. */
const BEFORE_IN_NOTES =
  /(?<![\p{L}\p{N}])(?:(?:is|are|am|we[’']re|i[’']m|he[’']s|she[’']s)?\s*joined(?:\s+\p{L}+)?\s+by|(?:interviews?|interviewed|interviewing|welcomes?|welcoming)|(?:interviews?|conversations?|chats?|chatted|chatting|talks?|talked|talking|speaks?|spoke|speaking|sits?\s+down|sat\s+down|sitting\s+down|catch(?:es)?\s+up)\s+(?:with|to)|(?:my|our|today[’']s|this\s+week[’']s|special)\s+guests?(?:\s+(?:today|this\s+week|is|are))*|guests?:|zu\s+gast(?:\s+ist)?:?|im\s+gespräch\s+mit|entretien\s+avec|entrevista\s+(?:a|con)|conversamos\s+con|avec)\s+/giu;
/** Up to five words between: "joined by the economist and author Tyler Cowen". */
const GAP =
  /^(?:(?!(?:about|on|of|from|in|for|at|to|that|who|how|why|what|if|by)\s)[\p{Ll}\p{N}][\p{L}\p{M}\p{N}'’-]*,?\s+){0,5}/u;
const JOINS = new RegExp(
  `(?<![\\p{L}\\p{N}])(${NAMES})\\s+(?:joins?|returns?\\s+to\\s+the\\s+(?:show|podcast|pod))(?![\\p{L}\\p{N}])`,
  'gu',
);
const NAMES_HERE = new RegExp(`^${NAMES}`, 'u');
const EACH_NAME = new RegExp(NAME, 'gu');

/** Roles that stand before a name: OpenAI CEO Sam Altman. */
const ROLE =
  /^(?:c[a-z]o|ceo\/.*|(?:co-?)?founders?|co-?ceo|president|vice|chair(?:man|woman|person)?|partner|sen(?:ator|\.)?|rep(?:resentative|\.)?|gov(?:ernor|\.)?|secretary|minister|mayor|general|gen\.|ambassador|judge|prof(?:essor|\.)?|dr\.?|doctor|mr\.?|mrs\.?|ms\.?|sir|author|journalist|reporter|correspondent|editor|columnist|host|co-?host|comedian|actor|actress|director|economist|historian|chef|coach|analyst|investor|guests?|our|the|a|an|and|today|welcome)$/iu;
/** Unlike initials, Jr. and Ph.D. */
const ENDS_SENTENCE = /(\p{L}\p{Ll}{2,})\.$/u;
/** UTF-16 code units. */
const FIRST_LINES = 400;
const MAX_ANNOUNCED = 12;

/** Names of people whom a title or the first lines of the notes announce as guests, in order. */
export function announcedGuests(title: string, notes: string): string[] {
  const beginning = notes.slice(0, FIRST_LINES).split('\n').slice(0, 3).join('\n');
  const found = [
    ...namesBehind(title.slice(0, FIRST_LINES), BEFORE_IN_TITLE, /^/, NAME_ENDS),
    ...namesBefore(title.slice(0, FIRST_LINES)),
    ...namesBehind(beginning, BEFORE_IN_NOTES, GAP, /^(?![’'])/),
    ...namesBefore(beginning),
  ];
  return [...new Set(found)].slice(0, MAX_ANNOUNCED);
}

function namesBehind(text: string, before: RegExp, gap: RegExp, ends: RegExp): string[] {
  return [...text.matchAll(before)].flatMap(({ 0: sign, index }) => {
    const rest = text.slice(index + sign.length);
    const from = gap.exec(rest)?.[0].length ?? 0;
    const listed = NAMES_HERE.exec(rest.slice(from))?.[0];
    if (listed === undefined || !ends.test(rest.slice(from + listed.length))) return [];
    return eachName(listed);
  });
}

function namesBefore(text: string): string[] {
  return [...text.matchAll(JOINS)].flatMap(([, listed = '']) => eachName(listed));
}

function eachName(listed: string): string[] {
  return [...listed.matchAll(EACH_NAME)].flatMap(([written]) => {
    const words = written.split(/[ \u00a0]/);
    const owner = words.findLastIndex((word) => /[’']s?$/.test(word));
    const role = words.findLastIndex((word) => ROLE.test(word));
    const own = words.slice(Math.max(owner, role) + 1);
    const end = own.findIndex((word) => ENDS_SENTENCE.test(word));
    const name = end === -1 ? own : own.slice(0, end + 1);
    return name.length > 1 ? [name.join(' ').replace(ENDS_SENTENCE, '$1')] : [];
  });
}
