import { type Episode, HIGHLIGHT_START } from 'functions/contract';

/**
 * All places where the words searched for stand: "Found in title, notes, chapters". Null where the
 * card shows them anyway, or nobody says.
 */
export function foundPlaces({ description, foundIn = [], spoken }: Episode): string | null {
  const places: string[] = foundIn.filter((place) => place === 'title');
  if (description.includes(HIGHLIGHT_START)) places.push('notes');
  if (spoken) places.push('spoken words');
  const hidden = foundIn.filter((place) => place !== 'title');
  const isShown = hidden.length === 0 && places.length > foundIn.length;
  return foundIn.length === 0 || isShown ? null : `Found in ${[...places, ...hidden].join(', ')}`;
}
