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
