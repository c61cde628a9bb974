/**
 * Moves the focus to an element where nothing has it: what had it is gone. A person who went on to
 * something else meanwhile stays there. Also a ref: then as soon as the element is there.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
