import { type MatchReason, splitHighlights } from '../contract/index.ts';
import { excerptOfMarked, MATCH_END, MATCH_START } from '../keywords/excerpt.ts';
import { markerOf } from '../keywords/keyword-excerpt.ts';
import { isAnywhere, type Leaf, leafKey, leafPhrase } from '../keywords/question-plan.ts';
import type { SearchedTexts } from '../keywords/question-holds.ts';
import { personOf } from './persons-text.ts';

/** The written texts of an episode. */
type WrittenTexts = Omit<SearchedTexts, 'more' | 'said'>;

/** Titles and names of shows are shown from their beginning. */
const WHOLE = Infinity;

/**
 * Why an episode answers a query, as far as an excerpt of its notes does not show it: a reason for each text
 * in which a term stands, and of persons, chapters and notes further ones where they show another term. So
 * each term that stands in a written text is marked in the excerpt or in a reason.
 * @param wanted What the query asks for.
 * @param excerpt What is shown of the notes, with the contract's highlight markers.
 */
export function matchReasons(
  texts: WrittenTexts,
  wanted: readonly Leaf[],
  excerpt: string,
): MatchReason[] {
  const terms = [...new Map(wanted.map((leaf) => [leafKey(leaf), termOf(leaf)])).values()];
  const anywhere = terms.filter(({ leaf }) => isAnywhere(leaf));
  const shown = new Set(anywhere.filter(({ leaf }) => isHighlighted(leaf, excerpt)));
  const reasons: MatchReason[] = [];

  function look(text: string, sought: readonly Term[], reasonOf: (line: string) => MatchReason) {
    const places = new Set<string>();
    let isTold = false;
    for (const { line, held, goesOn } of heldLines(text, sought)) {
      const reason = reasonOf(line);
      const isNew = !places.has(reason.place) || held.some((term) => !shown.has(term));
      isTold = isNew || (goesOn && isTold);
      if (!isTold) continue;
      places.add(reason.place);
      reasons.push(reason);
      for (const term of held) shown.add(term);
    }
  }
  const { title, podcast, publisher, description, persons = '', chapters = '' } = texts;
  const inField = (field: Leaf['field']) =>
    terms.filter(({ leaf }) => isAnywhere(leaf) || leaf.field === field);
  look(title, inField('title'), (line) => ({ place: 'title', text: excerptOfMarked(line, WHOLE) }));
  look(podcast, inField('podcast'), (line) => ({
    place: 'show',
    text: excerptOfMarked(line, WHOLE),
  }));
  look(publisher, anywhere, (line) => ({ place: 'publisher', text: excerptOfMarked(line) }));
  look(persons, anywhere, (line) => {
    const { role, name } = personOf(line);
    return { place: role ?? 'people', text: excerptOfMarked(name) };
  });
  look(chapters, anywhere, (line) => ({ place: 'chapters', text: excerptOfMarked(line) }));
  for (const term of anywhere.filter((each) => !shown.has(each))) {
    const inNotes = term.mark(description);
    if (isMarked(inNotes)) reasons.push({ place: 'notes', text: excerptOfMarked(inNotes) });
  }
  return reasons;
}

/** Whether a leaf stands in one of an episode's written texts. */
export function isWritten(texts: WrittenTexts, leaf: Leaf): boolean {
  const { title, podcast, publisher, description, persons = '', chapters = '' } = texts;
  const { mark } = termOf(leaf);
  const all = [title, podcast, publisher, description, persons, chapters];
  return isAnywhere(leaf) && all.some((text) => isMarked(mark(text)));
}

/** Whether a leaf is marked in a text that has the contract's highlight markers. */
export function isHighlighted(leaf: Leaf, text: string): boolean {
  const { mark } = termOf(leaf);
  return splitHighlights(text).some((part) => part.highlighted && isMarked(mark(part.text)));
}

interface Term {
  leaf: Leaf;
  mark: (text: string) => string;
}

/** Making one costs more than marking a title with it. */
const termsKept = new WeakMap<Leaf, Term>();

function termOf(leaf: Leaf): Term {
  let term = termsKept.get(leaf);
  if (term === undefined)
    termsKept.set(leaf, (term = { leaf, mark: markerOf([leafPhrase(leaf)]) }));
  return term;
}

function isMarked(text: string): boolean {
  return text.includes(MATCH_START);
}

interface HeldLine {
  /** Marked. */
  line: string;
  /** The terms that stand in it. */
  held: Term[];
  /** Whether it begins with the end of a match. */
  goesOn: boolean;
}

/** The lines of a text in which some of the terms stand. */
function heldLines(text: string, terms: readonly Term[]): HeldLine[] {
  if (text === '') return [];
  const standing = terms
    .map((term) => ({ term, marked: term.mark(text) }))
    .filter(({ marked }) => isMarked(marked));
  const [only, ...others] = standing;
  if (only === undefined) return [];
  const markAll = markerOf(standing.map(({ term }) => leafPhrase(term.leaf)));
  const linesOf = standing.map(({ term, marked }) => ({ term, lines: markedLines(marked) }));
  return markedLines(others.length === 0 ? only.marked : markAll(text)).flatMap(
    ({ line, goesOn }, index) => {
      const held = linesOf.filter(({ lines }) => isMarked(lines[index]?.line ?? ''));
      return isMarked(line) ? [{ line, goesOn, held: held.map(({ term }) => term) }] : [];
    },
  );
}

/** The lines of a marked text. A match that goes on over lines, as the index allows, is marked in each. */
function markedLines(marked: string): { line: string; goesOn: boolean }[] {
  let isOpen = false;
  return marked.split('\n').map((written) => {
    const goesOn = isOpen;
    // Behind the sign of a role.
    const line = goesOn ? written.replace(/^[@+]?/, `$&${MATCH_START}`) : written;
    isOpen = line.lastIndexOf(MATCH_START) > line.lastIndexOf(MATCH_END);
    return { line: isOpen ? line + MATCH_END : line, goesOn };
  });
}
