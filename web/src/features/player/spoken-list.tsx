import { type Episode, fromMatch, MACHINE_SPEAKER, playsFrom } from 'functions/contract';
import { HighlightedText } from '#shared/episode/card/highlighted-text.tsx';
import { playingTime } from '#shared/text/playing-time.ts';
import { MomentButton, MomentList } from './moment-list.tsx';
import { seekTo } from './seek.ts';

/** Max text before a match in UTF-16 code units, so that the match is in the first two lines. */
const LEAD_LENGTH = 30;
/** A quotation (up to 60 words) is marked as current for this long. */
const SPOKEN_FOR_S = 30;

interface SpokenListProps {
  element: HTMLAudioElement;
  episode: Episode;
  atS: number;
  /** True if the transcript below shows what is said now, so that the list need not quote it, too. */
  isBelow: boolean;
}

/** Lists an episode's quotations, the current quotation in full or in the transcript. */
export function SpokenList({ element, episode, atS, isBelow }: SpokenListProps) {
  const { spoken = [], transcript, machineTranscript, timesMayDiffer } = episode;
  const moments = spoken.flatMap((match) =>
    match.atMs === null ? [] : [{ ...match, fromS: playsFrom(episode, match.atMs) / 1000 }],
  );
  if (moments.length === 0 && !transcript) return null;
  const last = moments.findLastIndex(({ fromS }) => fromS <= atS + 1);
  const isSpoken = (index: number, fromS: number) => index === last && atS - fromS < SPOKEN_FOR_S;
  return (
    <MomentList heading="Where it is said">
      {moments.map(({ fromS, text, speaker }, index) => {
        const isPresent = isSpoken(index, fromS);
        return (
          <MomentButton
            key={index}
            time={playingTime(fromS)}
            isPresent={isPresent}
            onClick={() => seekTo(element, fromS)}
          >
            {isPresent && isBelow ? (
              <span>Now, in the transcript below</span>
            ) : (
              <>
                {isPresent && speaker !== undefined && speaker !== MACHINE_SPEAKER && (
                  <span>{`${speaker}: `}</span>
                )}
                <span key={String(isPresent)}>
                  <HighlightedText text={isPresent ? text : fromMatch(text, LEAD_LENGTH)} />
                </span>
              </>
            )}
          </MomentButton>
        );
      })}
      {machineTranscript && (
        <li className="text-sm text-soft">
          <p>
            <span>Machine transcript. Names can be misheard.</span>
            {timesMayDiffer && (
              <span> Times may be off, so each plays from 15 seconds earlier.</span>
            )}
          </p>
        </li>
      )}
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
    </MomentList>
  );
}
