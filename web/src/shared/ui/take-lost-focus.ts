import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to a button when it is enabled again, unless an element beside it has it by then. Browsers
 * remove the focus from a disabled button; an element around it may have taken it meanwhile.
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
/** Focuses the element if the focused one was removed. Can be used as a ref. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** Focuses an element that opens, and gives the focus back to the button that opened it. */
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
