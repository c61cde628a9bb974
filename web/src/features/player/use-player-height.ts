import { type RefObject, useEffect } from 'react';
import type { NowPlaying } from '#shared/player/now-playing.ts';

const HEIGHT_PROPERTY = '--player-height';

/**
 * Exposes the player's height as a CSS property, so that focused elements are scrolled above the player. When
 * the player opens or is resized, scrolls its opener and the focused element into view.
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

/** Scrolls as little as needed. The page's scroll-padding keeps the element above the bar. */
function uncover(element: Element | null | undefined, bar: HTMLElement | null): void {
  if (!element?.isConnected || !bar || bar.contains(element)) return;
  const { top, bottom } = element.getBoundingClientRect();
  const edge = bar.getBoundingClientRect().top;
  // Ignores elements that start outside the window or end above the bar.
  if (top < 0 || top >= window.innerHeight || bottom <= edge) return;
  element.scrollIntoView({ block: 'nearest' });
}
