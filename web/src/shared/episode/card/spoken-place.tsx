import { type Episode, fromMatch, type SpokenMatch } from 'functions/contract';
import { Play } from 'lucide-react';
import { playingTime } from '#shared/text/playing-time.ts';
import { HighlightedText } from './highlighted-text.tsx';
import { PlayLink } from './play-link.tsx';

/** Length of the text before a match in a truncated line, in UTF-16 code units. */
const LEAD_LENGTH = 14;

interface SpokenPlaceProps {
  match: SpokenMatch;
  episode: Episode;
  /** Whether the quotation may wrap instead of being truncated. */
  whole?: boolean;
}

/** A quotation from the transcript with its time; plays from there if there is audio. */
export function SpokenPlace({ match, episode, whole = false }: SpokenPlaceProps) {
  const { atMs, text, speaker } = match;
  const time = atMs === null ? '' : playingTime(atMs / 1000);
  const quotation = (
    <span className={whole ? '' : 'truncate'}>
      {speaker !== undefined && <span className="max-sm:sr-only">{speaker}: </span>}
      <HighlightedText text={whole ? text : fromMatch(text, LEAD_LENGTH)} />
    </span>
  );
  if (atMs === null || !episode.audio) {
    return (
      <p className="episode-place">
        {time !== '' && <span className="tabular-nums">{time}</span>}
        {quotation}
      </p>
    );
  }
  return (
    <PlayLink episode={episode} atMs={atMs} className="episode-place">
      {/* About: adverts that are put in later move everything behind them. */}
      <span className="sr-only">Play from about </span>
      <span className="tabular-nums">
        <Play aria-hidden className="size-4 fill-current" strokeWidth={1.75} />
        {time}
      </span>{' '}
      {quotation}
    </PlayLink>
  );
}
