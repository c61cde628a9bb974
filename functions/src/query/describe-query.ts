import { fieldOf, FILTERS, isFilter } from './fields.ts';
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
  const filters = filterTexts(query.filters, 'in');
  const { excluded, outside } = excludedOf(query);
  const wanted = wantedText(query);
  if (wanted === '' && filters.length === 0) return null;
  const said = saidText(query);
  const mention = wanted
    ? `episodes that mention ${wanted}`
    : filterTexts(query.filters, 'allOf').join(', ');
  const parts = [said === null ? mention : `episodes in which ${said} is said`];
  if (excluded.length > 0) {
    const isMention = wanted !== '' && said === null;
    parts.push(`but not ${isMention ? '' : 'those that mention '}${or.format(excluded)}`);
  }
  if (wanted) parts.push(...filters);
  parts.push(...outside);
  return parts.join(', ');
}

/**
 * What keywords look for together, as a name: "sam altman", "openai and Sam Altman", "AI in the title, in
 * Hard Fork". Null when they ask for nothing.
 */
export function nameQuery(keywords: readonly string[]): string | null {
  const query = parseQuery(keywords);
  const [only, ...others] = [...query.any.flat(), ...query.all, ...query.filters];
  // Alone it needs no quotes.
  if (only?.field === 'text' && others.length === 0 && WORD.test(only.text)) {
    return withoutQuotes(only.text) + endingOf(only);
  }
  const wanted = wantedText(query);
  const parts =
    wanted === ''
      ? filterTexts(query.filters, 'allOf')
      : [wanted, ...filterTexts(query.filters, 'in')];
  return parts.length === 0 ? null : parts.join(', ');
}

/** What keywords leave out: "without sponsor, outside Hard Fork". Null when they leave out nothing. */
export function describeExcluded(keywords: readonly string[]): string | null {
  const { excluded, outside } = excludedOf(parseQuery(keywords));
  const parts = [...(excluded.length > 0 ? [`without ${or.format(excluded)}`] : []), ...outside];
  return parts.length === 0 ? null : parts.join(', ');
}

function excludedOf({ not }: ParsedQuery): { excluded: string[]; outside: string[] } {
  return {
    excluded: named(not.filter((term) => !isFilter(term))),
    outside: filterTexts(not.filter(isFilter), 'outside'),
  };
}

/** A phrase for each field that narrows the query: "in Hard Fork or Lex". */
function filterTexts(terms: readonly QueryTerm[], how: 'in' | 'allOf' | 'outside'): string[] {
  return FILTERS.flatMap((name) => {
    const names = named(terms.filter(({ field }) => field === name));
    const words = fieldOf(name).filter?.[how] ?? '';
    return names.length === 0 ? [] : [`${words} ${or.format(names)}`];
  });
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
    term !== undefined &&
    fieldOf(term.field).text === 'said' &&
    WORD.test(term.text) &&
    others.length === 0;
  if (!alternatives.every(isTranscriptTerm)) return null;
  return or.format(alternatives.flat().map((term) => nameOf({ ...term, field: 'text' })));
}

function named(terms: readonly QueryTerm[]): string[] {
  return terms.filter(({ text }) => WORD.test(text)).map(nameOf);
}

function nameOf(term: QueryTerm): string {
  const plain = withoutQuotes(term.text);
  const name = NEEDS_QUOTES.test(plain) ? `“${plain}”` : plain;
  return name + endingOf(term) + fieldOf(term.field).sentence;
}

function withoutQuotes(text: string): string {
  return text.replace(/["“”„]/g, '');
}

function endingOf({ beginning }: QueryTerm): string {
  return beginning ? ' with any ending' : '';
}
