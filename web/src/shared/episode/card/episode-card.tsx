import { type Episode, markedIn, type MatchReason, reasonLines } from 'functions/contract';
import { Fragment, memo, type MouseEvent, type ReactNode, useRef } from 'react';
import { isMobileAgent } from '#shared/is-mobile-agent.ts';
import { shortDuration, spokenDuration } from './duration-text.ts';
import { EpisodeCover } from './episode-cover.tsx';
import { HighlightedText } from './highlighted-text.tsx';
import { OpeningBar, useMobileOpening } from '#shared/episode/opening/opening-bar.tsx';
import { PublicationTime } from './publication-time.tsx';
import { SpokenPlaces } from './spoken-places.tsx';
import { Play } from 'lucide-react';
import { PlayLink } from './play-link.tsx';

/** The other shows that have the same episode, each with a link to it there. */
function AlsoIn({ episode: { alsoIn = [], alsoInMore } }: { episode: Episode }) {
  if (alsoIn.length === 0) return null;
  return (
    <p className="col-span-full mt-2 text-sm text-soft sm:col-start-2 sm:-col-end-1">
      Also in{' '}
      {alsoIn.map(({ podcast, link }, index) => (
        <Fragment key={index}>
          {index > 0 && ', '}
          {link ? (
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              className="rounded-sm text-link underline decoration-1 underline-offset-4"
            >
              {podcast}
            </a>
          ) : (
            podcast
          )}
        </Fragment>
      ))}
      {alsoInMore && ` and ${alsoInMore} more`}
    </p>
  );
}

/** On the cover: plays the episode. Nothing where it has no audio. */
function PlayEpisodeLink({ episode }: { episode: Episode }) {
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

interface EpisodeCardProps {
  episode: Episode;
  /**
   * The moment that relative times count from, epoch milliseconds. One for the whole list; it does not
   * change while somebody reads.
   */
  now: number;
  /** Buttons for what can be done with the episode. */
  actions?: ReactNode;
  /** A line below the episode. */
  note?: string;
}

/** One of the facts below the title, with the dot that parts it from the one before. */
const PART =
  "relative pl-4 before:absolute before:left-1.5 before:font-normal before:text-soft before:content-['·']";

/**
 * One episode in a list of results. Rendered again only if it changes: lists often come again as they are.
 */
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
  const { trying, start, stop } = useMobileOpening(episode);

  function open(event: MouseEvent) {
    if (!isMobileAgent(navigator.userAgent)) return;
    if (trying === null) {
      event.preventDefault();
      start();
    } else {
      // A second tap opens the episode's page.
      stop();
    }
  }

  return (
    <article className="grid grid-cols-[auto_1fr_auto] gap-x-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:grid-rows-[auto_1fr_auto] sm:gap-x-6 sm:p-5">
      <div className="relative self-start sm:row-span-3">
        <EpisodeCover image={episode.image} />
        <PlayEpisodeLink episode={episode} />
      </div>
      <div className="min-w-0">
        {/* The padding leaves room for the focus ring, which the clamp would cut off. */}
        <h3 className="-m-1 line-clamp-2 p-1 text-base leading-snug font-semibold tracking-title text-balance sm:text-lg">
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
        {/* The dot of the first fact of each line falls outside this box, which hides it. */}
        <p className="mt-1.5 overflow-x-clip text-sm leading-relaxed text-soft">
          <span className="-ml-4 flex flex-wrap">
            {episode.podcast && (
              <span className={`${PART} font-medium text-ink`}>
                {orMarked(episode.podcast, marked.show)}
              </span>
            )}
            {publisher && publisher !== episode.podcast && (
              <span className={PART}>{orMarked(publisher, marked.publisher)}</span>
            )}
            {episode.duration_s !== undefined && <Duration seconds={episode.duration_s} />}
            {/* Wide enough for both a date and a relative time, because one may replace the other. */}
            <PublicationTime
              at={episode.pub_date_ms}
              now={now}
              className={`${PART} min-w-36 whitespace-nowrap`}
            />
          </span>
        </p>
        <p role="status" className="sr-only">
          {trying !== null && `Trying ${trying}…`}
        </p>
        {trying !== null && (
          <OpeningBar app={trying} link={episode.link} onOpen={stop} returnFocus={titleLink} />
        )}
      </div>
      {/* Keeps its width while the button loads, so that nothing moves. */}
      {actions !== undefined && <div className="-mt-2 -mr-2 min-w-11">{actions}</div>}
      {episode.description && (
        <p className="col-span-full mt-2.5 line-clamp-3 self-start text-[0.9375rem] leading-relaxed text-soft sm:col-start-2 sm:-col-end-1">
          <HighlightedText text={episode.description} />
        </p>
      )}
      <SpokenPlaces episode={episode} />
      {lines.map(({ label, text }, index) => (
        <p
          key={index}
          className="col-span-full mt-2 line-clamp-2 text-sm text-soft sm:col-start-2 sm:-col-end-1"
        >
          {label}
          <HighlightedText text={text} />
        </p>
      ))}
      <AlsoIn episode={episode} />
      {note !== undefined && (
        <p className="col-span-full mt-2.5 text-sm text-soft sm:col-start-2">{note}</p>
      )}
    </article>
  );
});

function orMarked(text: string, marked?: string | null): ReactNode {
  return typeof marked === 'string' ? <HighlightedText text={marked} /> : text;
}

function Duration({ seconds }: { seconds: number }) {
  return (
    <span className={`${PART} whitespace-nowrap`}>
      <span aria-hidden>{shortDuration(seconds)}</span>
      <span className="sr-only">{spokenDuration(seconds)}</span>
    </span>
  );
}
