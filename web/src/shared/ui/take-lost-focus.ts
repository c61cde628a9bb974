import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Browsers remove the focus from a disabled button: restores it unless another element has it by then. */
export function useKeptFocus(button: RefObject<HTMLButtonElement | null>, disabled: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (disabled) hadFocus.current = active === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (active === document.body) button.current?.focus({ preventScroll: true });
    }
  }, [button, disabled]);
}
/** Focuses the element if the focused one was removed. Can be used as a ref. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
