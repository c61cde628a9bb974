import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives a button its focus back when it is enabled again: browsers take the focus from a button that
 * is disabled. A person who went on to something else meanwhile stays there.
 */
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
/**
 * Moves the focus to an element where nothing has it: what had it is gone. A person who went on to
 * something else meanwhile stays there. Also a ref: then as soon as the element is there.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
