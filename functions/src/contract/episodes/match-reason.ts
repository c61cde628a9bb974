import { HIGHLIGHT_START, splitHighlights } from './highlight.ts';
import { FOUND_PLACES } from './search-limits.ts';

/** Texts of an episode that can hold a match. */
export const REASON_PLACES = [...FOUND_PLACES, 'spoken'] as const;

/** A text of an episode in which something stands that was asked for. */
export interface MatchReason {
  place: (typeof REASON_PLACES)[number];
  /** The text or a part of it, with the contract's highlight markers; a quotation says who and when. */
  text: string;
}

/** One in a written text. */
export interface WrittenReason extends MatchReason {
  place: (typeof FOUND_PLACES)[number];
}

/** A line that says where an episode matched: "Guest: " and the guest. */
export interface ReasonLine {
  place: MatchReason['place'];
  label: string;
  /** With the contract's highlight markers. */
  text: string;
}

/**
 * The lines that say where an episode matched.
 * @param isMarked Whether a place's match is marked where its text stands anyway, as a title's is.
 */
export function reasonLines(
  reasons: readonly MatchReason[],
  isMarked: (place: MatchReason['place']) => boolean,
): ReasonLine[] {
  return reasons
    .filter(({ place }) => !isMarked(place))
    .map(({ place, text }) => ({
      place,
      label: LABELS[place],
      text: place === 'spoken' ? text : fromMatch(text),
    }));
}

const LABELS: Record<MatchReason['place'], string> = {
  title: 'In the title: ',
  show: 'Show: ',
  publisher: 'Publisher: ',
  host: 'Host: ',
  guest: 'Guest: ',
  people: 'With: ',
  chapters: 'In chapter: ',
  notes: 'In the notes: ',
  spoken: '',
};

/** Most text before a match, UTF-16 code units. */
const LEAD_LENGTH = 60;

/** From shortly before its first match on if that comes late. */
function fromMatch(text: string): string {
  const at = text.indexOf(HIGHLIGHT_START);
  if (at <= LEAD_LENGTH) return text;
  const space = text.slice(0, at).indexOf(' ', at - LEAD_LENGTH);
  return `…${text.slice(space === -1 ? at : space + 1)}`;
}

/**
 * A title or a name with the marks of the reason that it is one, if it is; null if it is none, or if the
 * reason shows another text: only a part, say.
 */
export function markedIn(
  reasons: readonly MatchReason[],
  place: MatchReason['place'],
  text: string,
): string | null {
  const marked = reasons.find((reason) => reason.place === place)?.text;
  if (marked === undefined) return null;
  const bare = splitHighlights(marked).map((part) => part.text);
  return bare.join('') === text ? marked : null;
}
