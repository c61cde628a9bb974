import type { TextRange } from './learn-boilerplate.ts';

export interface SeparatedNotes {
  own: string;
  repeated: string;
  /** Lengths of the alternating parts, UTF-16 code units, starting with `own` (may be 0). */
  order: string;
}

/**
 * Separates sorted ranges from the rest of the notes; {@link wholeNotes} is the inverse. White space between
 * two parts belongs to the later part, but before the first own text to the boilerplate.
 */
export function separateBoilerplate(notes: string, ranges: readonly TextRange[]): SeparatedNotes {
  if (ranges.length === 0) return { own: notes, repeated: '', order: '' };
  const lengths: number[] = [];
  let own = '';
  let repeated = '';
  let at = 0;
  for (const range of ranges) {
    const kept = notes.slice(at, at + notes.slice(at, range.start).trimEnd().length);
    const hasOwn = own.trim() !== '' || kept.trim() !== '';
    const gap = hasOwn ? 0 : (/^\s*/.exec(notes.slice(range.end))?.[0].length ?? 0);
    const end = range.end + gap;
    own += kept;
    repeated += notes.slice(at + kept.length, end);
    lengths.push(kept.length, end - at - kept.length);
    at = end;
  }
  if (at < notes.length) lengths.push(notes.length - at);
  return { own: own + notes.slice(at), repeated, order: lengths.join(' ') };
}

export function wholeNotes({ own, repeated, order }: SeparatedNotes): string {
  if (order === '') return own;
  let whole = '';
  let [ownAt, repeatedAt] = [0, 0];
  for (const [index, length] of order.split(' ').map(Number).entries()) {
    if (index % 2 === 0) whole += own.slice(ownAt, (ownAt += length));
    else whole += repeated.slice(repeatedAt, (repeatedAt += length));
  }
  return whole;
}
