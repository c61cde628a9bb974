/**
 * Bidirectional control characters, which change the direction of the text that follows: in a name, they would
 * reorder the words around it on the screen. Pasted text may contain them unnoticed.
 */
const TURNING_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

export function withoutTurningMarks(text: string): string {
  return text.replace(TURNING_MARKS, '');
}
