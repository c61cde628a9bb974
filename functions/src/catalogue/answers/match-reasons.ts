import { highlightedParts, HIGHLIGHT_START, type WrittenReason } from '../../contract/index.ts';
import { createSizedCache } from '../../platform/sized-cache.ts';
import { excerpt as excerptOf } from '../../query/excerpt.ts';
import {
  type FindPhrases,
  type MakeFinder,
  type Match,
  phraseFinder,
} from '../../query/phrase-finder.ts';
import { isAnywhere, type Term, termPhrase } from '../../query/query-plan.ts';
import {
  fieldOf,
  type SearchedTexts,
  WRITTEN_TEXTS,
  type WrittenText,
} from '../../query/fields.ts';
import { personOf } from '../schema/persons-text.ts';
import { speakerFinder } from './speaker-matches.ts';

type WrittenTexts = Pick<SearchedTexts, WrittenText | 'speakers'>;

/**
 * Finds the texts that explain a match, besides the excerpt of the notes. Each field gives one reason. Persons,
 * chapters and notes give further reasons until every matched term is highlighted.
 * @param excerpt Excerpt of the notes, with highlight markers.
 * @param most Max number of reasons.
 */
export type FindReasons = (texts: WrittenTexts, excerpt: string, most?: number) => WrittenReason[];

/** Excerpt length before the first match. It is unlimited, because titles and show names are shown from their start. */
const WHOLE = Infinity;

export function reasonFinder(
  wanted: readonly Term[],
  make: MakeFinder = phraseFinder,
): FindReasons {
  const inField = (text: WrittenText | null) => [
    ...new Set(
      wanted
        .filter((term) => isAnywhere(term) || fieldOf(term.field).text === text)
        .map(termPhrase),
    ),
  ];
  const anywhereTerms = inField(null);
  const anywhere = termFinder(anywhereTerms, make);
  const finderIn = (text: WrittenText) => {
    const terms = inField(text);
    return terms.length === anywhereTerms.length ? anywhere : termFinder(terms, make);
  };
  const inTitle = finderIn('title');
  const inShow = finderIn('podcast');
  const termsIn = remembered((text) => anywhere(text).flatMap(({ terms }) => terms));
  const speakersIn = speakerFinder(wanted);
  const finderOfAny = remembered((terms) => termFinder(terms.split('\n'), make));

  return (texts, excerpt, most = Infinity) => {
    const { title, podcast, publisher, description, persons = '', chapters = '' } = texts;
    const shown = new Set<string>();
    const missing = () => anywhereTerms.filter((term) => !shown.has(term));
    for (const { text } of highlightedParts(excerpt)) {
      for (const term of termsIn(text)) shown.add(term);
      if (missing().length === 0) break;
    }
    const reasons: WrittenReason[] = [];

    function look(text: string, find: FindTerms, reasonOf: (line: Line) => WrittenReason) {
      if (reasons.length >= most) return;
      const matches = find(text);
      if (matches.length === 0) return;
      const places = new Set<string>();
      let isSent = false;
      for (const line of linesWithMatches(text, matches)) {
        const reason = reasonOf(line);
        const isNew = !places.has(reason.place) || line.terms.some((term) => !shown.has(term));
        isSent = isNew || (line.continues && isSent);
        if (!isSent) continue;
        places.add(reason.place);
        reasons.push(reason);
        for (const term of line.terms) shown.add(term);
      }
    }
    const reasonAt = (place: WrittenReason['place'], lead?: number) => (line: Line) => ({
      place,
      text: excerptOf(line.text, line.matches, lead),
    });
    look(title, inTitle, reasonAt('title', WHOLE));
    look(podcast, inShow, reasonAt('show', WHOLE));
    // Many shows have their own name as publisher.
    if (publisher !== podcast) look(publisher, anywhere, reasonAt('publisher'));
    look(persons, anywhere, (line) => {
      const { role, name } = personOf(line.text);
      const matches = shiftMatches(line.text.length - name.length, line.matches);
      return { place: role ?? 'people', text: excerptOf(name, matches) };
    });
    for (const { name, place, matches } of speakersIn(texts)) {
      const reason = { place, text: excerptOf(name, matches) };
      const isKnown = reasons.some(
        (known) =>
          (known.place === place && known.text === reason.text) ||
          (known.place === 'show' && place === 'publisher' && publisher === podcast),
      );
      if (!isKnown && reasons.length < most) reasons.push(reason);
    }
    look(chapters, anywhere, reasonAt('chapters'));

    // An excerpt without a highlight means that the notes have no match.
    const mayHold = excerpt.includes(HIGHLIGHT_START) && reasons.length < most;
    const hidden = mayHold ? missing() : [];
    const inNotes = hidden.length > 0 ? finderOfAny(hidden.join('\n'))(description) : [];
    for (const term of new Set(inNotes.flatMap(({ terms }) => terms))) {
      const matches = inNotes.filter(({ terms }) => terms.includes(term));
      reasons.push({ place: 'notes', text: excerptOf(description, matches) });
    }
    return reasons.slice(0, most);
  };
}

/** True if a term without a field matches a text other than the transcript. */
export function isWritten(texts: WrittenTexts, term: Term): boolean {
  const find = finderOf(term);
  return isAnywhere(term) && WRITTEN_TEXTS.some((text) => find(texts[text] ?? '', 0).length > 0);
}

export function isHighlighted(term: Term, text: string): boolean {
  const find = finderOf(term);
  for (const part of highlightedParts(text)) if (find(part.text, 0).length > 0) return true;
  return false;
}

/** Cached, because building a finder costs more than searching a title. */
const findersKept = new WeakMap<Term, FindPhrases>();

function finderOf(term: Term): FindPhrases {
  let find = findersKept.get(term);
  if (find === undefined) findersKept.set(term, (find = phraseFinder([termPhrase(term)])));
  return find;
}

/** Overlapping matches of several terms are merged into one range with all these terms. */
interface TermMatch extends Match {
  terms: readonly string[];
}

type FindTerms = (text: string) => TermMatch[];

/** Enough for about a thousand results, because matched texts are short. */
const MAX_CACHE_BYTES = 1_000_000;
const RESULT_BYTES = 500;

function remembered<T extends object>(make: (text: string) => T): (text: string) => T {
  const kept = createSizedCache<T>(MAX_CACHE_BYTES, () => RESULT_BYTES);
  return (text) => {
    let made = kept.get(text);
    if (made === undefined) kept.set(text, (made = make(text)));
    return made;
  };
}

function termFinder(terms: readonly string[], make: MakeFinder): FindTerms {
  const find = make(terms);
  if (terms.length < 2) return (text) => find(text).map((match) => ({ ...match, terms }));
  let finders: [string, FindPhrases][] | undefined;
  const termsOf = remembered((match) => {
    finders ??= terms.map((term) => [term, phraseFinder([term])]);
    return finders.flatMap(([term, findTerm]) => (findTerm(match, 0).length > 0 ? [term] : []));
  });
  return (text) =>
    find(text).map(({ start, end }) => ({ start, end, terms: termsOf(text.slice(start, end)) }));
}

interface Line {
  text: string;
  /** Offsets within the line. */
  matches: Match[];
  terms: readonly string[];
  /** True if the first match starts in an earlier line, because phrases match across line breaks. */
  continues: boolean;
}

function linesWithMatches(text: string, matches: readonly TermMatch[]): Line[] {
  const lines: Line[] = [];
  let from = 0;
  let next = 0;
  for (const line of text.split('\n')) {
    const to = from + line.length;
    while ((matches[next]?.end ?? Infinity) <= from) next += 1;
    let behind = next;
    while ((matches[behind]?.start ?? Infinity) < to) behind += 1;
    const inLine = matches.slice(next, behind);
    const [first] = inLine;
    if (first !== undefined) {
      lines.push({
        text: line,
        matches: shiftMatches(from, inLine, line.length),
        terms: inLine.flatMap(({ terms }) => terms),
        continues: first.start < from,
      });
    }
    from = to + 1;
  }
  return lines;
}

function shiftMatches(start: number, matches: readonly Match[], length = Infinity): Match[] {
  return matches.map((match) => ({
    start: Math.max(0, match.start - start),
    end: Math.min(length, match.end - start),
  }));
}
