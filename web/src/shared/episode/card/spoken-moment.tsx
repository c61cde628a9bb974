import {
  type Episode,
  fromMatch,
  MACHINE_SPEAKER,
  type SpokenMatch,
  playsFrom,
} from 'functions/contract';
import { Play } from 'lucide-react';
import { playingTime } from '#shared/text/playing-time.ts';
import { HighlightedText } from './highlighted-text.tsx';
import { PlayLink } from './play-link.tsx';

/** Max text before a match in UTF-16 code units, so that the match is in the card's two lines. */
const LEAD_LENGTH = 40;

/** Search engines must not show a machine's transcript as text of the page. */
function withoutSnippet(speaker: string | undefined) {
  return speaker === MACHINE_SPEAKER ? { 'data-nosnippet': '' } : {};
}

interface SpokenReasonProps {
  match: SpokenMatch;
  /** False if the card's play button already shows the time. */
  isTimed: boolean;
}

export function SpokenReason({
  match: { atMs, text, speaker = 'Said' },
  isTimed,
}: SpokenReasonProps) {
  const time = isTimed && atMs !== null ? ` at ${playingTime(atMs / 1000)}` : '';
  return (
    <p data-reason className="line-clamp-2">
      {`${speaker}${time}: `}
      <span {...withoutSnippet(speaker)}>
        <bdi>
          <HighlightedText text={fromMatch(text, LEAD_LENGTH)} />
        </bdi>
      </span>
    </p>
  );
}

interface SpokenMomentProps {
  match: SpokenMatch;
  episode: Episode;
}

export function SpokenMoment({ match, episode }: SpokenMomentProps) {
  const { atMs, text, speaker } = match;
  const time = atMs === null ? '' : playingTime(atMs / 1000);
  const quotation = (
    <span {...withoutSnippet(speaker)}>
      {speaker !== undefined && speaker !== MACHINE_SPEAKER && <span>{`${speaker}: `}</span>}
      <bdi>
        <HighlightedText text={text} />
      </bdi>
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
    <PlayLink episode={episode} atMs={playsFrom(episode, atMs)} className="episode-place">
      {/* "About", because adverts inserted after the transcription delay what follows. */}
      <span className="sr-only">Play from about </span>
      <span className="tabular-nums">
        <Play aria-hidden className="size-4 fill-current" strokeWidth={1.75} />
        {time}
      </span>{' '}
      {quotation}
    </PlayLink>
  );
}
