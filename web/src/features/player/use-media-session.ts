import { useEffect } from 'react';
import type { NowPlaying } from '#shared/player/now-playing.ts';
import { toNextChapter, toPreviousChapter } from './player-keys.ts';
import { BACK_S, FORWARD_S, seekBy, seekTo } from './seek.ts';
import type { AudioState } from './use-audio.ts';

/** Connects playback to the lock screen, headsets and media keys. */
export function useMediaSession(
  { episode, element }: NowPlaying,
  { atS, durationS, rate }: AudioState,
): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    const { title, podcast, image } = episode;
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: podcast,
      artwork: image ? [{ src: image }] : [],
    });
    const { chapters = [] } = episode;
    const chapterHandlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['previoustrack', () => toPreviousChapter(element, chapters)],
      ['nexttrack', () => toNextChapter(element, chapters)],
    ];
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => void element.play().catch(() => undefined)],
      ['pause', () => element.pause()],
      ['seekbackward', ({ seekOffset }) => seekBy(element, -(seekOffset ?? BACK_S))],
      ['seekforward', ({ seekOffset }) => seekBy(element, seekOffset ?? FORWARD_S)],
      ...(chapters.length > 0 ? chapterHandlers : []),
      ['seekto', ({ seekTime }) => seekTo(element, seekTime ?? element.currentTime)],
    ];
    for (const [action, handler] of handlers) setHandler(mediaSession, action, handler);
    return () => {
      for (const [action] of handlers) setHandler(mediaSession, action, null);
      mediaSession.metadata = null;
    };
  }, [episode, element]);

  useEffect(() => {
    // Live and unloaded audio have no finite duration; a position beyond the end makes the call throw.
    if (!('mediaSession' in navigator) || !Number.isFinite(durationS) || atS > durationS) return;
    navigator.mediaSession.setPositionState({
      duration: durationS,
      position: atS,
      playbackRate: rate,
    });
  }, [atS, durationS, rate]);
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The browser does not support this action.
  }
}
