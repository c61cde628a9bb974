import type { Episode } from 'functions/contract';

/** A request to play an episode; each click creates a new object. */
export interface NowPlaying {
  episode: Episode;
  /** Start position in milliseconds; default: the current or remembered position. */
  atMs: number | undefined;
  /** The clicked element. */
  opener?: HTMLElement | undefined;
  /** The page's only audio element. */
  element: HTMLAudioElement;
}

let playing: NowPlaying | null = null;
let element: HTMLAudioElement | undefined;
const listeners = new Set<() => void>();

function update(next: NowPlaying | null): void {
  playing = next;
  for (const listener of listeners) listener();
}

/** The store of what the player plays; null while it is closed. It survives navigation. */
export const nowPlaying = {
  get: (): NowPlaying | null => playing,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Plays an episode with audio. Must be called in a click handler. */
  play(episode: Episode, atMs?: number, opener?: HTMLElement): void {
    if (element === undefined) {
      element = document.body.appendChild(new Audio());
      // Safari only plays audio that was loaded in a click handler, and the player's code is loaded later.
      element.load();
    }
    update({ episode, atMs, opener, element });
  },
  /** Stops playback and closes the player. Returns the focus to the element that opened it. */
  close(): void {
    const opener = playing?.opener;
    update(null);
    // The close button has disappeared. No scrolling, because the person may have read on.
    const back = opener?.isConnected ? opener : document.getElementById('content');
    back?.focus({ preventScroll: true });
    element?.pause();
    // Aborts the download.
    element?.removeAttribute('src');
    element?.load();
  },
};
