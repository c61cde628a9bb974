import { type Episode, episodeKey } from 'functions/contract';

/** A request to play an episode; each click creates a new object. */
export interface NowPlaying {
  episode: Episode;
  /** Start position in milliseconds; default: the current or remembered position. */
  atMs: number | undefined;
  /** The clicked element. */
  opener?: HTMLElement | undefined;
  /** True for an episode restored after a reload, which waits for a press. */
  isOffered?: true;
  /** The page's only audio element. */
  element: HTMLAudioElement;
}

/** Where the player is in its episode. */
export interface Playback {
  /** The episode's key. */
  key: string;
  isPaused: boolean;
  /** Position in whole seconds. */
  atS: number;
}

let playing: NowPlaying | null = null;
let playback: Playback | null = null;
let element: HTMLAudioElement | undefined;
const listeners = new Set<() => void>();

function update(next: NowPlaying | null): void {
  playing = next;
  playback = next && playbackOf(next);
  for (const listener of listeners) listener();
}

function playbackOf({ episode, element }: NowPlaying): Playback {
  const { paused: isPaused, currentTime, ended } = element;
  // An episode that has ended is played from its beginning.
  return { key: episodeKey(episode), isPaused, atS: ended ? 0 : Math.floor(currentTime) };
}

/**
 * Called at each of `PLAYBACK_EVENTS`. Notifies listeners only if the state or the whole second has
 * changed.
 */
function notePlayback(): void {
  if (playing === null || playback === null) return;
  const next = playbackOf(playing);
  if (next.isPaused === playback.isPaused && next.atS === playback.atS) return;
  playback = next;
  for (const listener of listeners) listener();
}

const PLAYBACK_EVENTS = ['play', 'pause', 'ended', 'seeked', 'timeupdate'];

function audioElement(): HTMLAudioElement {
  if (element !== undefined) return element;
  element = document.body.appendChild(new Audio());
  for (const event of PLAYBACK_EVENTS) element.addEventListener(event, notePlayback);
  return element;
}

/** The store of what the player plays; null while it is closed. It survives navigation. */
export const nowPlaying = {
  get: (): NowPlaying | null => playing,
  playback: (): Playback | null => playback,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Plays an episode with audio. Must be called in a click handler. */
  play(episode: Episode, atMs?: number, opener?: HTMLElement): void {
    // Safari only plays audio that was loaded in a click handler, and the player's code is loaded later.
    if (element === undefined) audioElement().load();
    update({ episode, atMs, opener, element: audioElement() });
  },
  /**
   * Opens the player with an episode, paused at its remembered position. Loads no audio until the person plays
   * it.
   */
  offer(episode: Episode): void {
    if (playing === null)
      update({ episode, atMs: undefined, element: audioElement(), isOffered: true });
  },
  pause(): void {
    element?.pause();
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
