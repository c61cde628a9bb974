/**
 * Marks that change the direction of the text behind them: in a name, they make the words around it read as
 * others. Pasted text may bring them into people's own writing, where nobody misses them.
 */
const TURNING_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

export function withoutTurningMarks(text: string): string {
  return text.replace(TURNING_MARKS, '');
}
