import { type Episode, HIGHLIGHT_START } from 'functions/contract';

/**
 * All places where the words searched for stand: "Found in notes, title, chapters". Null where the
 * card shows them anyway, or nobody says.
 */
export function foundPlaces({ description, foundIn = [], spoken }: Episode): string | null {
  const marked = description.includes(HIGHLIGHT_START) ? ['notes'] : [];
  if (spoken) marked.push('spoken words');
  const places = [...marked, ...foundIn];
  const isShown = foundIn.join() === (marked.length > 0 ? 'title' : '');
  return isShown || foundIn.length === 0 ? null : `Found in ${places.join(', ')}`;
}
