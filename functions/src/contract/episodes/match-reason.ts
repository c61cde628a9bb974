import { HIGHLIGHT_START, withoutHighlights } from './highlight.ts';
import { FOUND_PLACES } from './search-limits.ts';

export const REASON_PLACES = [...FOUND_PLACES, 'spoken'] as const;

export interface MatchReason {
  place: (typeof REASON_PLACES)[number];
  /** Whole text or excerpt, with highlight markers. A quotation begins with its time and speaker. */
  text: string;
}

export interface WrittenReason extends MatchReason {
  place: (typeof FOUND_PLACES)[number];
}

export interface ReasonLine {
  place: MatchReason['place'];
  label: string;
  text: string;
}

/** Omits reasons for which `isMarked` is true, because the screen already highlights their match. */
export function reasonLines(
  reasons: readonly MatchReason[],
  isMarked: (place: MatchReason['place']) => boolean,
): ReasonLine[] {
  return reasons
    .filter(({ place }) => !isMarked(place))
    .map(({ place, text }) => ({
      place,
      label: LABELS[place],
      text: place === 'spoken' ? text : fromMatch(text, LEAD_LENGTH),
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

/** Max text before the first match, UTF-16 code units. */
const LEAD_LENGTH = 60;

/** Cuts the text at a word, so that at most `lead` UTF-16 code units precede the first match. */
export function fromMatch(text: string, lead: number): string {
  const at = text.indexOf(HIGHLIGHT_START);
  if (at <= lead) return text;
  const space = text.slice(0, at).indexOf(' ', at - lead);
  return `…${text.slice(space === -1 ? at : space + 1)}`;
}

/** Returns the highlighted text of a place if, without highlights, it equals `text`; else null. */
export function markedIn(
  reasons: readonly MatchReason[],
  place: MatchReason['place'],
  text: string,
): string | null {
  const marked = reasons.find((reason) => reason.place === place)?.text;
  if (marked === undefined) return null;
  return withoutHighlights(marked) === text ? marked : null;
}
