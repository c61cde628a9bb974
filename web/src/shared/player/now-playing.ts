import type { Episode } from 'functions/contract';

/** What somebody wants to hear. Each press makes a new one. */
export interface NowPlaying {
  episode: Episode;
  /** Where to begin, milliseconds; without it, where the episode is, or was left. */
  atMs: number | undefined;
  /** What was pressed to hear it. */
  opener?: HTMLElement | undefined;
  /** The only audio of the page. */
  element: HTMLAudioElement;
}

let playing: NowPlaying | null = null;
let element: HTMLAudioElement | undefined;
const listeners = new Set<() => void>();

function update(next: NowPlaying | null): void {
  playing = next;
  for (const listener of listeners) listener();
}

/** What the player at the foot of the page plays; null while it is closed. It outlives changes of page. */
export const nowPlaying = {
  get: (): NowPlaying | null => playing,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Plays an episode that has audio. Must be called while a press is handled. */
  play(episode: Episode, atMs?: number, opener?: HTMLElement): void {
    if (element === undefined) {
      element = document.body.appendChild(new Audio());
      // Safari plays later only what was loaded during a press, and the player itself is loaded first.
      element.load();
    }
    update({ episode, atMs, opener, element });
  },
  /** Stops the sound and takes the player away; the focus goes back to what opened it. */
  close(): void {
    const opener = playing?.opener;
    update(null);
    // The button that closed it is gone. Nothing scrolls: one may have read on meanwhile.
    const back = opener?.isConnected ? opener : document.getElementById('content');
    back?.focus({ preventScroll: true });
    element?.pause();
    // Ends the download too.
    element?.removeAttribute('src');
    element?.load();
  },
};
