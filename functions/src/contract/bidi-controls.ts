/** Invisible characters that pasted text may contain. In a name, they reorder the text around it on the screen. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

export function stripBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, '');
}
