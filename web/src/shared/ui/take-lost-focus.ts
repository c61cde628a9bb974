import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Browsers remove the focus from a disabled button. Restores the focus when the button is enabled again,
 * unless it has moved to an element that does not contain the button.
 */
export function useKeptFocus(button: RefObject<HTMLButtonElement | null>, disabled: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (disabled) hadFocus.current = active === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (active?.contains(button.current)) button.current?.focus({ preventScroll: true });
    }
  }, [button, disabled]);
}
/** Focuses the element if the focused element was removed. Usable as a ref. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** Focuses an element that opens, and returns the focus when the element closes. */
export function useBorrowedFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    element.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [element]);
}
