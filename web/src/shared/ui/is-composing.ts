/**
 * True if the key belongs to an input method, as for Japanese, Chinese and Korean: it confirms, cancels or edits what
 * the person composes, so it must not act on our page. Safari ends the composition before it reports the key, which
 * then only has the code 229.
 */
export function isComposing(event: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari reports it in no other way
  return event.isComposing || event.keyCode === 229;
}
