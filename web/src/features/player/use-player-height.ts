import { type RefObject, useEffect } from 'react';
import type { NowPlaying } from '#shared/player/now-playing.ts';

const HEIGHT_PROPERTY = '--player-height';

/**
 * Tells the page how high the player is, so that what gets the focus scrolls to above it, and brings
 * what was pressed out from under it.
 */
export function usePlayerHeight(
  player: RefObject<HTMLElement | null>,
  { opener }: NowPlaying,
): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const bar = player.current;
    const observer = new ResizeObserver(() => {
      style.setProperty(HEIGHT_PROPERTY, `${bar?.offsetHeight ?? 0}px`);
      for (const element of [opener, document.activeElement]) uncover(element, bar);
    });
    if (bar) observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT_PROPERTY);
    };
  }, [player, opener]);
}

/** Scrolls as little as needed; the padding of the page's scrolling keeps it off the bar. */
function uncover(element: Element | null | undefined, bar: HTMLElement | null): void {
  if (!element?.isConnected || !bar || bar.contains(element)) return;
  const { top, bottom } = element.getBoundingClientRect();
  const edge = bar.getBoundingClientRect().top;
  // What is out of sight was not covered, and what is higher than the page cannot be shown whole.
  if (top < 0 || top >= window.innerHeight || bottom <= edge) return;
  element.scrollIntoView({ block: 'nearest' });
}
