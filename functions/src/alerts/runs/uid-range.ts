/** A part of all people, by their ids as Firestore orders them: from `from` on, and before `before`. */
export interface UidRange {
  /** Empty: from the first id on. */
  from: string;
  /** Null: to the last id. */
  before: string | null;
}

/** In the order of Firestore, which is that of the characters' codes. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * All people in so many parts. Ids that Firebase gives are drawn from {@link DIGITS}, so the parts are
 * alike to a thousandth; ids of one's own can make them uneven. Ranges and not remainders of a hash,
 * because Firestore can read a range: reading one part of everybody's alerts costs that part.
 */
export function uidRanges(count: number): UidRange[] {
  const starts = Array.from({ length: count }, (_, part) => startOf(part / count));
  return starts.map((from, part) => ({ from, before: starts[part + 1] ?? null }));
}

export function isInRange(uid: string, { from, before }: UidRange): boolean {
  return uid >= from && (before === null || uid < before);
}

/** The first two digits of the id that stands at this share of all ids. */
function startOf(share: number): string {
  if (share === 0) return '';
  const place = Math.floor(share * DIGITS.length ** 2);
  return DIGITS.charAt(place / DIGITS.length) + DIGITS.charAt(place % DIGITS.length);
}
