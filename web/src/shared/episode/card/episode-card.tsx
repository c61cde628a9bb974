import {
  type Episode,
  HIGHLIGHT_START,
  markedIn,
  type MatchReason,
  reasonLines,
} from 'functions/contract';
import { memo, type MouseEvent, type ReactNode, useRef } from 'react';
import { isMobileAgent } from '#shared/is-mobile-agent.ts';
import { shortDuration, spokenDuration } from './duration-text.ts';
import { EpisodeCover } from './episode-cover.tsx';
import { HighlightedText } from './highlighted-text.tsx';
import { OpeningBar, useMobileOpening } from '#shared/episode/opening/opening-bar.tsx';
import { PublicationTime } from './publication-time.tsx';
import { MoreDetails, Reason } from './more-details.tsx';
import { SpokenPlace } from './spoken-place.tsx';
import { Play } from 'lucide-react';
import { PlayLink } from './play-link.tsx';

function PlayEpisodeLink({ episode }: { episode: Episode }) {
  if (!episode.audio) return null;
  return (
    <PlayLink
      episode={episode}
      label={`Play ${episode.title}`}
      className="inline-flex h-11 items-center gap-2 rounded-full border border-field pr-5 pl-4 text-sm font-semibold transition-colors hover:border-accent hover:bg-accent hover:text-on-accent"
    >
      <Play aria-hidden className="size-4 fill-current" strokeWidth={1.75} />
      Play
    </PlayLink>
  );
}

interface EpisodeCardProps {
  episode: Episode;
  /** The time that relative dates refer to, in epoch milliseconds; constant for the whole list. */
  now: number;
  actions?: ReactNode;
  /** A short text beside the buttons. */
  note?: string;
}

/** The separator dot between two facts. */
const DOT = "not-first:before:mx-1.5 not-first:before:font-normal not-first:before:content-['·']";

/** An episode in a list. Memoized, because lists are often rendered again with the same episodes. */
export const EpisodeCard = memo(function EpisodeCard({
  episode,
  now,
  actions,
  note,
}: EpisodeCardProps) {
  const titleLink = useRef<HTMLAnchorElement>(null);
  const { foundIn = [], publisher } = episode;
  const marked: Partial<Record<MatchReason['place'], string | null>> = {
    title: markedIn(foundIn, 'title', episode.title),
    show: markedIn(foundIn, 'show', episode.podcast),
    publisher: publisher === episode.podcast ? null : markedIn(foundIn, 'publisher', publisher),
  };
  const title = orMarked(episode.title, marked.title);
  const lines = reasonLines(foundIn, (place) => typeof marked[place] === 'string');
  const [place] = episode.spoken ?? [];
  // A visible match explains why the episode was found.
  const isExplained =
    lines.length < foundIn.length ||
    place !== undefined ||
    episode.description.includes(HIGHLIGHT_START);
  const [reason] = isExplained ? [] : lines;
  const { trying, start, stop } = useMobileOpening(episode);

  function open(event: MouseEvent) {
    if (!isMobileAgent(navigator.userAgent)) return;
    if (trying === null) {
      event.preventDefault();
      start();
    } else {
      // A second tap follows the link.
      stop();
    }
  }

  return (
    <article className="grid grid-cols-[auto_1fr] grid-rows-[auto_1fr_auto_auto] gap-x-3.5 rounded-2xl border border-line bg-surface p-4 shadow-card sm:grid-cols-[auto_auto_1fr] sm:grid-rows-[auto_auto_1fr] sm:gap-x-0 sm:p-5">
      <div className="col-start-1 row-start-1 row-end-3 sm:row-end-4 sm:mr-6">
        <EpisodeCover image={episode.image} />
      </div>
      {/* Padding for the focus ring, which line-clamp would cut off. */}
      <h3 className="col-start-2 row-start-1 -m-1 line-clamp-2 min-w-0 p-1 text-base leading-snug font-semibold tracking-title text-balance sm:-col-end-1 sm:text-lg">
        {episode.link ? (
          <a
            ref={titleLink}
            href={episode.link}
            target="_blank"
            rel="noopener noreferrer"
            onClick={open}
            className="rounded-sm decoration-accent decoration-2 underline-offset-4 hover:underline"
          >
            {title}
          </a>
        ) : (
          title
        )}
      </h3>
      {/* Always one line: long names are truncated. */}
      <p
        data-facts
        className="col-start-1 col-end-3 row-start-3 mt-2 flex min-w-0 overflow-hidden text-[0.8125rem] leading-5 whitespace-nowrap text-soft sm:col-start-2 sm:row-start-2 sm:mt-1.5 sm:text-sm"
      >
        {episode.podcast && (
          <span className="truncate font-medium text-ink">
            {orMarked(episode.podcast, marked.show)}
          </span>
        )}
        {episode.duration_s !== undefined && <Duration seconds={episode.duration_s} />}
        {/* Wide enough for a date and for a relative time, which replaces it after hydration. */}
        <PublicationTime
          at={episode.pub_date_ms}
          now={now}
          className={`${DOT} min-w-26 shrink-0 sm:min-w-29`}
        />
      </p>
      {publisher && publisher !== episode.podcast && (
        <p className="col-start-2 row-start-2 mt-0.5 min-w-0 truncate text-[0.8125rem] leading-[1.125rem] text-soft sm:col-start-3 sm:mt-1.5 sm:text-sm sm:leading-5 sm:before:mx-1.5 sm:before:content-['·']">
          by {orMarked(publisher, marked.publisher)}
        </p>
      )}
      <div className="col-start-1 -col-end-1 row-start-4 min-w-0 sm:col-start-2 sm:row-start-3">
        <p role="status" className="sr-only">
          {trying !== null && `Trying ${trying}…`}
        </p>
        {trying !== null && (
          <OpeningBar app={trying} link={episode.link} onOpen={stop} returnFocus={titleLink} />
        )}
        {episode.description && (
          <p className="mt-1.5 line-clamp-3 text-[0.9375rem] leading-relaxed text-soft">
            <HighlightedText text={episode.description} />
          </p>
        )}
        {place && (
          <div className="mt-1.5">
            <SpokenPlace match={place} episode={episode} />
          </div>
        )}
        {reason && (
          <div className="mt-1.5 text-sm leading-relaxed text-soft">
            <Reason {...reason} />
          </div>
        )}
        {/* The buttons share the row of the "More" summary, which opens below them. */}
        <div className="mt-2 grid">
          <div
            data-tip-align="left"
            className="relative z-10 col-start-1 row-start-1 flex w-fit items-center gap-x-1.5 self-start"
          >
            <PlayEpisodeLink episode={episode} />
            {/* Reserves the button's width while it loads. */}
            {actions !== undefined && <div className="min-h-11 min-w-11">{actions}</div>}
            {note !== undefined && (
              <p className="text-[0.8125rem] leading-snug text-balance text-soft">{note}</p>
            )}
          </div>
          <MoreDetails episode={episode} lines={reason ? lines.slice(1) : lines} />
        </div>
      </div>
    </article>
  );
});

function orMarked(text: string, marked?: string | null): ReactNode {
  return typeof marked === 'string' ? <HighlightedText text={marked} /> : text;
}

function Duration({ seconds }: { seconds: number }) {
  return (
    <span className={`${DOT} shrink-0`}>
      <span aria-hidden>{shortDuration(seconds)}</span>
      <span className="sr-only">{spokenDuration(seconds)}</span>
    </span>
  );
}
