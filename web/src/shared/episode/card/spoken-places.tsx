import type { Episode, SpokenMatch } from 'functions/contract';
import { Play } from 'lucide-react';
import { playingTime } from '#shared/text/playing-time.ts';
import { HighlightedText } from './highlighted-text.tsx';
import { PlayLink } from './play-link.tsx';
import { spokenPlace } from './spoken-place.ts';

/** What is said in an episode: the first place, the others on request. */
export function SpokenPlaces({ episode }: { episode: Episode }) {
  const { spoken = [], spokenTotal = spoken.length, transcript } = episode;
  const [first, ...others] = spoken;
  if (first === undefined) return null;
  const unlisted = spokenTotal - spoken.length;
  return (
    <div className="col-span-full mt-2.5 border-l-2 border-accent pl-3 text-[0.9375rem] leading-relaxed text-soft sm:col-start-2 sm:-col-end-1">
      <Place match={first} episode={episode} />
      {spokenTotal > 1 && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer rounded-sm py-0.5 hover:text-ink">
            and {places(spokenTotal - 1, 'more ')}
          </summary>
          <ul className="mt-1.5 space-y-2.5">
            {others.map((match, index) => (
              <li key={index}>
                <Place match={match} episode={episode} />
              </li>
            ))}
          </ul>
          {unlisted > 0 && <p className="mt-2">{places(unlisted, 'further ')} not listed here</p>}
        </details>
      )}
      {transcript && (
        <p className="text-sm">
          <a
            href={transcript}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-sm text-link underline decoration-1 underline-offset-4"
          >
            The publisher’s transcript
          </a>
        </p>
      )}
    </div>
  );
}

function Place({ match, episode }: { match: SpokenMatch; episode: Episode }) {
  const { atMs, text } = match;
  const time = atMs === null ? '' : playingTime(atMs / 1000);
  return (
    <>
      <blockquote className="line-clamp-2 text-[0.9375rem]">
        <HighlightedText text={text} />
      </blockquote>
      <p className="text-sm">
        {spokenPlace(match)}{' '}
        {atMs !== null && episode.audio ? (
          <PlayLink
            episode={episode}
            atMs={atMs}
            label={`Play from about ${time}`}
            className="rounded-sm py-0.5 font-semibold whitespace-nowrap text-link underline-offset-4 hover:underline"
          >
            <Play
              aria-hidden
              className="mr-1 inline size-3.5 fill-current align-[-0.1em]"
              strokeWidth={1.75}
            />
            {time}
          </PlayLink>
        ) : (
          time
        )}
      </p>
    </>
  );
}

function places(count: number, more: string): string {
  return `${count} ${more}${count === 1 ? 'place' : 'places'}`;
}
