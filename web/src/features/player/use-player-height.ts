import { type RefObject, useEffect } from 'react';

const NAME = '--player-height';

/** Tells the page how high the player is, so that what gets the focus scrolls to above it. */
export function usePlayerHeight(player: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(NAME, `${player.current?.offsetHeight ?? 0}px`),
    );
    if (player.current) observer.observe(player.current);
    return () => {
      observer.disconnect();
      style.removeProperty(NAME);
    };
  }, [player]);
}
