import type { TextRange } from './learn-boilerplate.ts';

/** An episode's notes, with what its feed says in all of them kept apart. */
export interface SeparatedNotes {
  /** What is about the episode. */
  own: string;
  /** What is not; empty where there is nothing. */
  repeated: string;
  /**
   * How both stood in the notes: the lengths of their parts in turn, the first of `own` and perhaps 0,
   * UTF-16 code units. Empty where there is nothing repeated.
   */
  order: string;
}

/**
 * Takes ranges out of notes. The white space between two parts goes with the later one, so that what
 * is left reads as if nothing had stood there; before the first of `own`, with the earlier one.
 * @param ranges In order, without overlap.
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

/** The notes as they were. */
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
