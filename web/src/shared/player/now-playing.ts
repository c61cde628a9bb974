import { type Episode, episodeKey } from 'functions/contract';

/** A request to play an episode; each click creates a new object. */
export interface NowPlaying {
  episode: Episode;
  /** Start position in milliseconds; default: the current or remembered position. */
  atMs: number | undefined;
  opener?: HTMLElement | undefined;
  /** True for an episode restored after a reload, which waits for a press. */
  isOffered?: true;
  element: HTMLAudioElement;
}

export interface Playback {
  key: string;
  isPaused: boolean;
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
  // An ended episode restarts at its beginning.
  return { key: episodeKey(episode), isPaused, atS: ended ? 0 : Math.floor(currentTime) };
}

/** Notifies listeners only if the state or the whole second has changed. */
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

/** The request that the player plays; null while the player is closed. Survives navigation. */
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
  /** Opens the player, paused at the remembered position. Loads no audio until the person presses play. */
  offer(episode: Episode): void {
    if (playing === null)
      update({ episode, atMs: undefined, element: audioElement(), isOffered: true });
  },
  pause(): void {
    element?.pause();
  },
  close(): void {
    const opener = playing?.opener;
    update(null);
    // Returns the focus, because the focused close button is gone. Does not scroll, because the person may
    // have read on.
    const back = opener?.isConnected ? opener : document.getElementById('content');
    back?.focus({ preventScroll: true });
    element?.pause();
    // Aborts the download.
    element?.removeAttribute('src');
    element?.load();
  },
};
