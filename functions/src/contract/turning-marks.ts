/**
 * Marks that turn the direction of what follows: a name that holds one makes the words around it read as others. In
 * what people write themselves they come with pasted text, and nobody misses them.
 */
const TURNING_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

export function withoutTurningMarks(text: string): string {
  return text.replace(TURNING_MARKS, '');
}
