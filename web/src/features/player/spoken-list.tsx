import { type Episode, fromMatch } from 'functions/contract';
import { HighlightedText } from '#shared/episode/card/highlighted-text.tsx';
import { playingTime } from '#shared/text/playing-time.ts';
import { PlaceButton, PlaceList } from './place-list.tsx';
import { seekTo } from './seek.ts';

/** Text before a match, UTF-16 code units: the match is in the first two lines. */
const LEAD_LENGTH = 30;
/** How long a quotation is read along while it plays, seconds; they have up to 60 words. */
const SPOKEN_FOR_S = 30;

interface SpokenListProps {
  element: HTMLAudioElement;
  episode: Episode;
  /** The present position in the episode, seconds. */
  atS: number;
}

/**
 * The places where it is said, as far as their times are known, and the publisher's transcript. What
 * is being said is quoted whole.
 */
export function SpokenList({ element, episode, atS }: SpokenListProps) {
  const { spoken = [], transcript } = episode;
  const places = spoken.flatMap((match) =>
    match.atMs === null ? [] : [{ ...match, fromS: match.atMs / 1000 }],
  );
  if (places.length === 0 && !transcript) return null;
  const last = places.findLastIndex(({ fromS }) => fromS <= atS + 1);
  const isSpoken = (index: number, fromS: number) => index === last && atS - fromS < SPOKEN_FOR_S;
  return (
    <PlaceList heading="Where it is said">
      {places.map(({ fromS, text, speaker }, index) => {
        const isPresent = isSpoken(index, fromS);
        return (
          <PlaceButton
            key={index}
            time={playingTime(fromS)}
            isPresent={isPresent}
            onClick={() => seekTo(element, fromS)}
          >
            {isPresent && speaker !== undefined && `${speaker}: `}
            <HighlightedText text={isPresent ? text : fromMatch(text, LEAD_LENGTH)} />
          </PlaceButton>
        );
      })}
      {transcript && (
        <li>
          <a
            href={transcript}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center rounded-sm text-sm text-link underline decoration-1 underline-offset-4"
          >
            The publisher’s transcript
          </a>
        </li>
      )}
    </PlaceList>
  );
}
