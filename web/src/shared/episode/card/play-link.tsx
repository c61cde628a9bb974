import type { Episode } from 'functions/contract';
import type { MouseEvent, ReactNode } from 'react';
import { audioFrom } from '#shared/player/audio-from.ts';
import { nowPlaying } from '#shared/player/now-playing.ts';

interface PlayLinkProps {
  /** Must have audio. */
  episode: Episode;
  /** Start position in milliseconds; default: the remembered position. */
  atMs?: number | undefined;
  onPlay?: (() => void) | undefined;
  isCurrent?: boolean;
  className?: string;
  children: ReactNode;
}

/** Plays an episode in the player; without JavaScript, opens the audio in a new tab. */
export function PlayLink({
  episode,
  atMs,
  onPlay,
  isCurrent = false,
  className,
  children,
}: PlayLinkProps) {
  const { audio } = episode;

  function play(event: MouseEvent<HTMLElement>) {
    // With these keys, the browser opens the link in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (onPlay) onPlay();
    else nowPlaying.play(episode, atMs, event.currentTarget);
  }

  return (
    <a
      href={atMs === undefined ? audio : audioFrom(audio ?? '', atMs / 1000)}
      target="_blank"
      rel="noopener noreferrer"
      data-current={isCurrent ? '' : undefined}
      onClick={play}
      className={className}
    >
      {children}
    </a>
  );
}
