import { type Question, type QuestionTerm, readQuestion } from './read-question.ts';

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
export function describeQuestion(keywords: readonly string[]): string | null {
  const question = readQuestion(keywords);
  const alternatives = question.any.map(named).filter((terms) => terms.length > 0);
  const [all, shows] = [named(question.all), named(question.shows)];
  const excluded = named(question.not.filter(({ field }) => field !== 'show'));
  const outside = named(question.not.filter(({ field }) => field === 'show'));

  const wanted = wantedText(alternatives, all);
  if (wanted === '' && shows.length === 0) return null;
  const said = saidText(question);
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

function wantedText(alternatives: readonly (readonly string[])[], all: readonly string[]): string {
  const [first = [], ...others] = alternatives;
  if (others.length === 0) return and.format([...first, ...all]);
  const isSimple = alternatives.every((terms) => terms.length === 1);
  const any = isSimple
    ? or.format(alternatives.flat())
    : alternatives.map((terms) => and.format(terms)).join(', or ');
  return all.length === 0 ? any : `${any}, and also ${and.format(all)}`;
}

/** What is to be said, where one of it is enough and nothing else is asked for; else null. */
function saidText({ any, all }: Question): string | null {
  const alternatives = any.length > 0 ? any : [all];
  if (any.length > 0 && all.length > 0) return null;
  const isSaid = ([term, ...others]: readonly QuestionTerm[]) =>
    term?.field === 'spoken' && WORD.test(term.text) && others.length === 0;
  if (!alternatives.every(isSaid)) return null;
  return or.format(alternatives.flat().map((term) => nameOf({ ...term, field: 'text' })));
}

function named(terms: readonly QuestionTerm[]): string[] {
  return terms.filter(({ text }) => WORD.test(text)).map(nameOf);
}

function nameOf({ text, field, beginning }: QuestionTerm): string {
  const plain = text.replace(/["“”„]/g, '');
  const name = NEEDS_QUOTES.test(plain) ? `“${plain}”` : plain;
  const ending = beginning ? ' with any ending' : '';
  return name + ending + PLACES[field];
}

const PLACES = {
  text: '',
  show: '',
  title: ' in the title',
  spoken: ' in what is said',
};
