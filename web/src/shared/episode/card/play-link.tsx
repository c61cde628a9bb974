import type { Episode } from 'functions/contract';
import type { MouseEvent, ReactNode } from 'react';
import { audioFrom } from '#shared/player/audio-from.ts';
import { nowPlaying } from '#shared/player/now-playing.ts';

interface PlayLinkProps {
  /** One that has audio. */
  episode: Episode;
  /** Where to begin, milliseconds; without it, where the episode was left. */
  atMs?: number;
  /** Its name; without one, what it shows. */
  label?: string;
  className: string;
  children: ReactNode;
}

/** Plays an episode in the player at the foot of the page; without JavaScript, in a tab of its own. */
export function PlayLink({ episode, atMs, label, className, children }: PlayLinkProps) {
  const { audio } = episode;

  function play(event: MouseEvent<HTMLElement>) {
    // For a tab of its own.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    nowPlaying.play(episode, atMs, event.currentTarget);
  }

  return (
    <a
      href={atMs === undefined ? audio : audioFrom(audio ?? '', atMs / 1000)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      onClick={play}
      className={className}
    >
      {children}
    </a>
  );
}
