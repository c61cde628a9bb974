import {
  type Episode,
  HIGHLIGHT_START,
  markedIn,
  MATCH_GROUNDS,
  type MatchReason,
  reasonLines,
  playsFrom,
  showPath,
} from 'functions/contract';
import { memo, type MouseEvent, type ReactNode, useRef } from 'react';
import { isMobileAgent } from '#shared/is-mobile-agent.ts';
import { shortDuration, spokenDuration } from './duration-text.ts';
import { EpisodeCover } from './episode-cover.tsx';
import { HighlightedText } from './highlighted-text.tsx';
import { Link } from '#shared/ui/link.tsx';
import { OpeningBar, useMobileOpening } from '#shared/episode/opening/opening-bar.tsx';
import { PublicationTime } from './publication-time.tsx';
import { MoreDetails, Reason } from './more-details.tsx';
import { PlayButton } from './play-button.tsx';
import { SpokenReason } from './spoken-moment.tsx';

interface EpisodeCardProps {
  episode: Episode;
  /** The current time for relative dates, epoch milliseconds; the same for the whole list. */
  now: number;
  actions?: ReactNode;
  note?: string;
  /** True on the page of its show, which has cover, show and publisher already. */
  isOwnShow?: boolean | undefined;
}

/** Memoized, because lists often re-render with the same episodes. */
export const EpisodeCard = memo(function EpisodeCard({
  episode,
  now,
  actions,
  note,
  isOwnShow = false,
}: EpisodeCardProps) {
  const titleLink = useRef<HTMLAnchorElement>(null);
  const { foundIn = [], publisher } = episode;
  const marked: Partial<Record<MatchReason['place'], string | null>> = {
    title: markedIn(foundIn, 'title', episode.title),
    show: markedIn(foundIn, 'show', episode.podcast),
    publisher: publisher === episode.podcast ? null : markedIn(foundIn, 'publisher', publisher),
  };
  const isNamed = publisher !== '' && publisher !== episode.podcast;
  const title = orMarked(episode.title, marked.title);
  const lines = reasonLines(foundIn, (place) => typeof marked[place] === 'string');
  const [quotation] = episode.spoken ?? [];
  // A reason line is needed only if the card shows no match.
  const isExplained =
    lines.length < foundIn.length ||
    quotation !== undefined ||
    episode.description.includes(HIGHLIGHT_START);
  const [reason] = isExplained ? [] : lines;
  const ground = episode.why && MATCH_GROUNDS[episode.why].word;
  const saidAt = quotation?.atMs ?? undefined;
  const playsAt = episode.audio && saidAt !== undefined ? playsFrom(episode, saidAt) : undefined;
  const { trying, start, stop } = useMobileOpening(episode);

  function open(event: MouseEvent) {
    if (!isMobileAgent(navigator.userAgent)) return;
    if (trying === null) {
      event.preventDefault();
      start();
    } else {
      // A second tap stops the attempts to open an app, and follows the link.
      stop();
    }
  }

  return (
    <article className="episode shadow-card">
      <div className="episode-grid">
        {!isOwnShow && (
          <div data-cover>
            <EpisodeCover image={episode.image} className="w-full" />
          </div>
        )}
        <h3 dir="auto" className="line-clamp-2">
          {episode.link ? (
            <a
              ref={titleLink}
              href={episode.link}
              target="_blank"
              rel="noopener noreferrer"
              className="outside"
              onClick={open}
            >
              {title}
            </a>
          ) : (
            title
          )}
        </h3>
        <div data-facts className="episode-facts">
          {!isOwnShow && (episode.podcast || isNamed) && (
            <p data-who>
              {episode.podcast && (
                <ShowName id={episode.showId}>{orMarked(episode.podcast, marked.show)}</ShowName>
              )}
              {isNamed && (
                <span data-by>
                  by <bdi>{orMarked(publisher, marked.publisher)}</bdi>
                </span>
              )}
            </p>
          )}
          <p data-when>
            {episode.duration_s !== undefined && <Duration seconds={episode.duration_s} />}
            <PublicationTime at={episode.pub_date_ms} now={now} />
            {episode.forFollowers && (
              <span title="Not in any public directory, so only people who added it can find it">
                Only for people who added it
              </span>
            )}
          </p>
        </div>
        <div className="episode-body">
          <p role="status" className="sr-only">
            {trying === null ? '' : `Trying ${trying}…`}
          </p>
          {trying !== null && (
            <OpeningBar app={trying} link={episode.link} onOpen={stop} returnFocus={titleLink} />
          )}
          {quotation && (
            <SpokenReason match={quotation} isTimed={playsAt === undefined || playsAt !== saidAt} />
          )}
          {episode.description && (
            <p dir="auto" className="line-clamp-3">
              <HighlightedText text={episode.description} />
            </p>
          )}
          {reason && <Reason {...reason} />}
          <div className="mt-2 flow-root">
            <div data-tip-align="left" className="episode-actions">
              {episode.audio && <PlayButton episode={episode} atMs={playsAt} />}
              {/* Reserves the button's width while it loads. */}
              {actions !== undefined && <div className="min-h-11 min-w-11">{actions}</div>}
              {note !== undefined && <p>{note}</p>}
              {ground && <p data-why>{ground}</p>}
            </div>
            <MoreDetails episode={episode} lines={reason ? lines.slice(1) : lines} />
          </div>
        </div>
      </div>
    </article>
  );
});

function ShowName({ id, children }: { id: string | undefined; children: ReactNode }) {
  const name = <bdi className="font-medium text-ink">{children}</bdi>;
  return id === undefined ? name : <Link to={showPath(id)}>{name}</Link>;
}

function orMarked(text: string, marked?: string | null): ReactNode {
  return typeof marked === 'string' ? <HighlightedText text={marked} /> : text;
}

function Duration({ seconds }: { seconds: number }) {
  return (
    <span>
      <span aria-hidden>{shortDuration(seconds)}</span>
      <span className="sr-only">{spokenDuration(seconds)}</span>
    </span>
  );
}
