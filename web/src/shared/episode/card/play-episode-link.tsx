import type { Episode } from 'functions/contract';
import { Play } from 'lucide-react';
import { PlayLink } from './play-link.tsx';

/** On the cover: plays the episode. Nothing where it has no audio. */
export function PlayEpisodeLink({ episode }: { episode: Episode }) {
  if (!episode.audio) return null;
  return (
    <PlayLink
      episode={episode}
      label={`Play ${episode.title}`}
      className="absolute right-1 bottom-1 grid size-8 place-items-center rounded-full border border-line bg-surface text-ink transition-colors hover:bg-accent hover:text-on-accent sm:right-1.5 sm:bottom-1.5 sm:size-9"
    >
      <Play aria-hidden className="ml-0.5 size-4 fill-current" strokeWidth={1.75} />
    </PlayLink>
  );
}
