import { FOUND_PLACES } from './search-limits.ts';

/** Texts of an episode that can hold a match. */
export const REASON_PLACES = [...FOUND_PLACES, 'notes', 'spoken'] as const;

/** A text of an episode in which something stands that was asked for. */
export interface MatchReason {
  place: (typeof REASON_PLACES)[number];
  /** The text or a part of it, with the contract's highlight markers; a quotation says who and when. */
  text: string;
}

/** What stands before the text of a reason, for a reader. */
export function reasonLabel(place: MatchReason['place']): string {
  return LABELS[place];
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
