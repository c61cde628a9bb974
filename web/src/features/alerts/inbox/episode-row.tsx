import { clsx } from 'clsx';
import {
  type AlertFields,
  type Episode,
  episodePath,
  MACHINE_SPEAKER,
  showPath,
} from 'functions/contract';
import type { ReactNode } from 'react';
import { EpisodeCover } from '#shared/episode/card/episode-cover.tsx';
import { HighlightedText } from '#shared/episode/card/highlighted-text.tsx';
import { PlayButton } from '#shared/episode/card/play-button.tsx';
import { PublicationTime } from '#shared/episode/card/publication-time.tsx';
import { Link } from '#shared/ui/link.tsx';
import { AlertLinks } from './alert-links.tsx';
import { MarkRead } from './mark-read.tsx';
import type { ShownMatch } from './match-episode.ts';
import { UnreadMark } from './unread-mark.tsx';

interface EpisodeRowProps {
  shown: ShownMatch;
  alerts: readonly AlertFields[];
  isUnread: boolean;
  now: number;
  actions: ReactNode;
  onOpen: () => void;
}

/** A result card in compact form. */
export function EpisodeRow({ shown, alerts, isUnread, now, actions, onOpen }: EpisodeRowProps) {
  const { episode, playsAtMs, label, quotation } = shown;
  return (
    <article
      data-row
      tabIndex={-1}
      className="episode scroll-my-3 shadow-card outline-none has-[h4_:focus-visible]:border-field"
    >
      <div className="episode-grid" data-compact>
        <div data-cover className="relative">
          <EpisodeCover image={episode.image} className="w-full" />
          {isUnread && (
            <UnreadMark className="absolute -top-1 -left-1 size-3.5 border-2 border-surface" />
          )}
        </div>
        <h4 dir="auto" className={clsx('line-clamp-2', !isUnread && 'font-medium')}>
          <Title episode={episode} atMs={playsAtMs} onOpen={onOpen} />
        </h4>
        <div className="episode-facts">
          {episode.podcast && (
            <p data-who>
              <Show episode={episode} />
            </p>
          )}
          <p data-when>
            <PublicationTime at={episode.pub_date_ms} now={now} />
          </p>
        </div>
        <div className="episode-body">
          {quotation && (
            <p dir="auto" data-reason className="line-clamp-2">
              {label}
              <span {...(label.startsWith(MACHINE_SPEAKER) && { 'data-nosnippet': '' })}>
                <HighlightedText text={quotation} />
              </span>
            </p>
          )}
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3">
            <div data-tip-align="left" className="episode-actions">
              {episode.audio && (
                <span className="contents" onClick={onOpen}>
                  <PlayButton episode={episode} atMs={playsAtMs} />
                </span>
              )}
              <div className="min-h-11 min-w-11">{actions}</div>
            </div>
            {/* Together, so that no single button fills a line on phones. */}
            <div className="flex min-w-0 grow items-center gap-x-3">
              <AlertLinks alerts={alerts} />
              {isUnread && <MarkRead name={episode.title} onRead={onOpen} />}
            </div>
          </div>
        </div>
      </div>
    </article>
  );
}

interface TitleProps {
  episode: Episode;
  atMs: number | undefined;
  onOpen: () => void;
}

/** Links to the episode's page, else to the publisher's. */
function Title({ episode, atMs, onOpen }: TitleProps) {
  const path = episodePath(episode, atMs);
  if (path !== null) {
    return (
      <Link to={path} data-open onClick={onOpen}>
        {episode.title}
      </Link>
    );
  }
  if (episode.link === '') return <bdi>{episode.title}</bdi>;
  return (
    <a
      href={episode.link}
      target="_blank"
      rel="noopener noreferrer"
      className="outside"
      data-open
      onClick={onOpen}
    >
      {episode.title}
    </a>
  );
}

function Show({ episode: { podcast, showId } }: { episode: Episode }) {
  const name = <bdi className="font-medium text-ink">{podcast}</bdi>;
  return showId === undefined ? name : <Link to={showPath(showId)}>{name}</Link>;
}
