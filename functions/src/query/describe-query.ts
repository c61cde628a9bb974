import { type ParsedQuery, type QueryTerm, parseQuery } from './parse-query.ts';

const WORD = /[\p{L}\p{M}\p{N}\p{Co}]/u;
/** Words of the sentence itself, and what divides its parts. */
const NEEDS_QUOTES = /\b(and|or|but|in|with|outside)\b|,/i;

// British, for the sake of the comma that American English sets before "or".
const and = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * What keywords ask together, as one plain sentence without its beginning and its full stop: "episodes
 * that mention OpenAI and Sam Altman, but not sponsor, outside Hard Fork". Null when they ask for
 * nothing, or say only what to leave out.
 */
export function describeQuery(keywords: readonly string[]): string | null {
  const query = parseQuery(keywords);
  const shows = named(query.shows);
  const { excluded, outside } = excludedOf(query);
  const wanted = wantedText(query);
  if (wanted === '' && shows.length === 0) return null;
  const said = saidText(query);
  const mention = wanted
    ? `episodes that mention ${wanted}`
    : `all episodes of ${or.format(shows)}`;
  const parts = [said === null ? mention : `episodes in which ${said} is said`];
  if (excluded.length > 0) {
    const isMention = wanted !== '' && said === null;
    parts.push(`but not ${isMention ? '' : 'those that mention '}${or.format(excluded)}`);
  }
  if (wanted && shows.length > 0) parts.push(`in ${or.format(shows)}`);
  if (outside.length > 0) parts.push(`outside ${or.format(outside)}`);
  return parts.join(', ');
}

/**
 * What keywords look for together, as a name: "sam altman", "openai and Sam Altman", "AI in the title, in
 * Hard Fork". Null when they ask for nothing.
 */
export function nameQuery(keywords: readonly string[]): string | null {
  const query = parseQuery(keywords);
  const [only, ...others] = [...query.any.flat(), ...query.all, ...query.shows];
  // Alone it needs no quotes.
  if (only?.field === 'text' && others.length === 0 && WORD.test(only.text)) {
    return withoutQuotes(only.text) + endingOf(only);
  }
  const wanted = wantedText(query);
  const shows = or.format(named(query.shows));
  if (wanted === '') return shows === '' ? null : `all episodes of ${shows}`;
  return shows === '' ? wanted : `${wanted}, in ${shows}`;
}

/** What keywords leave out: "without sponsor, outside Hard Fork". Null when they leave out nothing. */
export function describeExcluded(keywords: readonly string[]): string | null {
  const { excluded, outside } = excludedOf(parseQuery(keywords));
  const parts = [
    ...(excluded.length > 0 ? [`without ${or.format(excluded)}`] : []),
    ...(outside.length > 0 ? [`outside ${or.format(outside)}`] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

function excludedOf({ not }: ParsedQuery): { excluded: string[]; outside: string[] } {
  const isShow = ({ field }: QueryTerm) => field === 'show';
  return {
    excluded: named(not.filter((term) => !isShow(term))),
    outside: named(not.filter(isShow)),
  };
}

function wantedText(query: ParsedQuery): string {
  const alternatives = query.any.map(named).filter((terms) => terms.length > 0);
  const all = named(query.all);
  const [first = [], ...others] = alternatives;
  if (others.length === 0) return and.format([...first, ...all]);
  const isSimple = alternatives.every((terms) => terms.length === 1);
  const any = isSimple
    ? or.format(alternatives.flat())
    : alternatives.map((terms) => and.format(terms)).join(', or ');
  return all.length === 0 ? any : `${any}, and also ${and.format(all)}`;
}

/** What is to be said, where one of it is enough and nothing else is asked for; else null. */
function saidText({ any, all }: ParsedQuery): string | null {
  const alternatives = any.length > 0 ? any : [all];
  if (any.length > 0 && all.length > 0) return null;
  const isTranscriptTerm = ([term, ...others]: readonly QueryTerm[]) =>
    term?.field === 'spoken' && WORD.test(term.text) && others.length === 0;
  if (!alternatives.every(isTranscriptTerm)) return null;
  return or.format(alternatives.flat().map((term) => nameOf({ ...term, field: 'text' })));
}

function named(terms: readonly QueryTerm[]): string[] {
  return terms.filter(({ text }) => WORD.test(text)).map(nameOf);
}

function nameOf(term: QueryTerm): string {
  const plain = withoutQuotes(term.text);
  const name = NEEDS_QUOTES.test(plain) ? `“${plain}”` : plain;
  return name + endingOf(term) + PLACES[term.field];
}

function withoutQuotes(text: string): string {
  return text.replace(/["“”„]/g, '');
}

function endingOf({ beginning }: QueryTerm): string {
  return beginning ? ' with any ending' : '';
}

const PLACES = {
  text: '',
  show: '',
  title: ' in the title',
  spoken: ' in what is said',
};
