import type { Episode } from 'functions/contract';
import { Pause, Play } from 'lucide-react';
import { nowPlaying } from '#shared/player/now-playing.ts';
import { usePlayback } from '#shared/player/use-playback.ts';
import { playingTime } from '#shared/text/playing-time.ts';
import { PlayLink } from './play-link.tsx';

interface PlayButtonProps {
  /** Must have audio. */
  episode: Episode;
  /** When the match is spoken, in milliseconds. If undefined, plays from the remembered position. */
  atMs: number | undefined;
}

/** The card's only play button. During playback, it pauses the episode and shows the position. */
export function PlayButton({ episode, atMs }: PlayButtonProps) {
  const playback = usePlayback(episode);
  const isPlaying = playback?.isPaused === false;
  const Icon = isPlaying ? Pause : Play;
  const words = wordsOf();

  function wordsOf(): string {
    if (isPlaying) return 'Pause';
    return playback || atMs === undefined ? 'Play' : `Play from ${playingTime(atMs / 1000)}`;
  }

  return (
    <PlayLink
      episode={episode}
      // A paused episode resumes at its position.
      atMs={playback ? undefined : atMs}
      onPlay={isPlaying ? () => nowPlaying.pause() : undefined}
      isCurrent={playback !== null}
      className="episode-play"
    >
      <Icon aria-hidden className="size-4 fill-current" strokeWidth={1.75} />
      <span>
        {words}
        <span className="sr-only">: {episode.title}</span>
      </span>
      {playback && <span aria-hidden>{playingTime(playback.atS)}</span>}
    </PlayLink>
  );
}
