import {
  type Question,
  type QuestionTerm,
  readQuestion,
  showTerm,
  usesLanguage,
  writeTerm,
} from 'functions/contract';

/** What a part of a question does: one of several, required, left out, or about the show. */
export type ChipKind = 'any' | 'all' | 'not' | 'show' | 'not-show';

/** One part of what is typed, as something that can be taken away. */
export interface Chip {
  kind: ChipKind;
  /** In plain words, without signs. */
  label: string;
  /** Where it stands: the text between two commas, counted from 0, … */
  piece: number;
  /** … the list of its question, and the place in that. */
  list: keyof Question;
  place: number;
}

const SIGN = { all: '+', not: '-', show: 'show:' } as const;

/** The parts of what is typed, in its order; none where it is one word or one phrase alone. */
export function questionChips(text: string): Chip[] {
  const chips = piecesOf(text).flatMap((piece, index) => chipsOf(readQuestion([piece]), index));
  const [only, ...others] = chips;
  return only?.kind === 'any' && others.length === 0 ? [] : chips;
}

/** The text without one of its parts; what stands between other commas stays as it was typed. */
export function withoutChip(text: string, { piece, list, place }: Chip): string {
  const pieces = piecesOf(text);
  const question = readQuestion([pieces[piece] ?? '']);
  const left = { ...question, [list]: question[list].filter((_, index) => index !== place) };
  pieces[piece] = writeQuestion(left);
  return pieces.filter((each) => each !== '').join(', ');
}

/**
 * The text with one more part, behind a comma: there it bears on the whole question, and nothing
 * typed before changes its meaning. The same text where the value has no words.
 */
export function withTerm(text: string, kind: ChipKind, value: string): string {
  const words = value
    .replace(/[,"“”„]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  if (!/[\p{L}\p{N}]/u.test(words)) return text;
  const pieces = piecesOf(text);
  const added = termOf(kind, words);
  return added === null || pieces.includes(added) ? text : [...pieces, added].join(', ');
}

function termOf(kind: ChipKind, words: string): string | null {
  if (kind === 'any') return plainText(words);
  if (kind !== 'not-show') return SIGN[kind] + writeTerm(textTerm(words));
  const show = showTerm(words);
  return show === null ? null : `-${show}`;
}

/** As the search reads them: repeated ones once. */
function piecesOf(text: string): string[] {
  const pieces = text
    .split(',')
    .map((piece) => piece.trim().replace(/\s+/g, ' '))
    .filter((piece) => piece !== '');
  const known = pieces.map((piece) => piece.toLowerCase());
  return pieces.filter((_, index) => known.indexOf(known[index] ?? '') === index);
}

function chipsOf({ any, all, not, shows }: Question, piece: number): Chip[] {
  const chip = (kind: ChipKind, list: keyof Question, label: string, place: number): Chip => ({
    ...{ kind, label, piece, list, place },
  });
  return [
    ...any.map((terms, place) => chip('any', 'any', terms.map(labelOf).join(' and '), place)),
    ...all.map((term, place) => chip('all', 'all', labelOf(term), place)),
    ...not.map((term, place) =>
      chip(term.field === 'show' ? 'not-show' : 'not', 'not', labelOf(term), place),
    ),
    ...shows.map((term, place) => chip('show', 'shows', labelOf(term), place)),
  ];
}

function labelOf({ text, field, beginning }: QuestionTerm): string {
  const words = text
    .replace(/["“”„]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  const place = field === 'title' || field === 'spoken' ? `${field}: ` : '';
  return `${place}${words}${beginning ? '…' : ''}`;
}

/** As it would be typed between two commas. */
function writeQuestion({ any, all, not, shows }: Question): string {
  const bearing = [
    ...all.map((term) => `+${writeTerm(term)}`),
    ...not.map((term) => `-${writeTerm(term)}`),
    ...shows.map(writeTerm),
  ];
  const [[term, ...more] = [], ...others] = any;
  const isPlain = term?.field === 'text' && !term.beginning && more.length + others.length === 0;
  if (isPlain && bearing.length === 0) return plainText(term.text);
  const alternatives = any.map((terms) => terms.map(writeTerm).join(' AND ')).join(' OR ');
  return [alternatives, ...bearing].filter((part) => part !== '').join(' ');
}

/** Words side by side, in quotes only where they would be read as more than that. */
function plainText(words: string): string {
  return usesLanguage(words) ? writeTerm(textTerm(words)) : words;
}

function textTerm(text: string): QuestionTerm {
  return { text, field: 'text', beginning: false };
}
