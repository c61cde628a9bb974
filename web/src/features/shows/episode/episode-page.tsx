import { type Episode, type EpisodeFacts, playsFrom, showPath } from 'functions/contract';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { secondIn } from '#content/episode-pages.ts';
import { shortDuration } from '#shared/episode/card/duration-text.ts';
import { EpisodeCard } from '#shared/episode/card/episode-card.tsx';
import { EpisodeCover } from '#shared/episode/card/episode-cover.tsx';
import { PlayButton } from '#shared/episode/card/play-button.tsx';
import { PublicationTime } from '#shared/episode/card/publication-time.tsx';
import { useNamePage } from '#shared/page/page-names.ts';
import { PageMeta } from '#shared/page/page-meta.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';
import { AppLinks } from './app-links.tsx';
import { describedEpisode, momentTitle } from './described-episode.ts';
import { Chapters, Mentions } from './moments.tsx';
import { Quotation } from './quotation.tsx';
import { ShareMoment } from './share-moment.tsx';
import { useEpisode } from './use-episode.ts';

interface EpisodePageProps {
  show: string;
  id: string;
  actions?: ((episode: Episode) => ReactNode) | undefined;
  missing: ReactNode;
}

export function EpisodePage({ show, id, actions, missing }: EpisodePageProps) {
  const atS = secondIn(useLocation().search);
  const loaded = useEpisode(show, id, atS);
  switch (loaded.status) {
    case 'loading':
      return LOADING;
    case 'missing':
      return missing;
    case 'failed':
      return (
        <div className="results-page min-h-svh">
          <title>{`Episode – ${site.name}`}</title>
          <FailureNotice text={loaded.text}>
            <TextButton className="mt-1 min-h-11" onClick={loaded.retry}>
              Retry
            </TextButton>
          </FailureNotice>
        </div>
      );
    case 'ready':
      return <Ready {...loaded} atS={atS} actions={actions} />;
  }
}

const BAR = 'rounded-md bg-sunken';

/** As large as the head of an episode. */
const LOADING = (
  <div role="status" aria-label="Loading" className="results-page min-h-svh">
    <div aria-hidden className="flex animate-pulse items-start gap-4">
      <div className="aspect-square w-20 shrink-0 rounded-xl bg-sunken sm:w-32" />
      <div className="flex-1">
        <div className={clsx(BAR, 'h-4 w-28')} />
        <div className={clsx(BAR, 'mt-2 h-7 w-4/5 sm:h-10')} />
        <div className={clsx(BAR, 'mt-3 h-4 w-2/5')} />
      </div>
    </div>
  </div>
);

interface ReadyProps extends Pick<EpisodePageProps, 'actions'> {
  episode: Episode;
  others: readonly Episode[];
  about: EpisodeFacts;
  atS: number | undefined;
}

function Ready({ episode, others, about, atS, actions }: ReadyProps) {
  const { pathname } = useLocation();
  const [now] = useState(Date.now);
  useNamePage(pathname, { show: episode.podcast, episode: episode.title });
  const { notes, said, isMachine, mentions, isKept = false } = about;
  return (
    <div className="results-page">
      <PageMeta
        page={describedEpisode(pathname, episode, about)}
        tabTitle={momentTitle(episode, atS)}
        unlisted={isMachine === true || isKept}
        atS={atS}
        feed={null}
      />
      <article data-printed className="min-w-0 space-y-6">
        <Head episode={episode} now={now} />
        <div className="@container flex flex-wrap items-center gap-x-5 gap-y-2">
          {episode.audio && (
            <PlayButton
              episode={episode}
              atMs={atS === undefined ? undefined : playsFrom(episode, atS * 1000)}
            />
          )}
          <ShareMoment episode={episode} atS={atS} said={said} />
          {actions?.(episode)}
        </div>
        {said.length > 0 && (
          <Quotation episode={episode} said={said} atS={atS ?? 0} isMachine={isMachine === true} />
        )}
        {isKept && (
          <p className="text-soft">
            The episode is no longer among the recent ones. Somebody shared this moment, so it
            stays.
          </p>
        )}
        {notes !== '' && (
          <section aria-labelledby="notes">
            <h2 id="notes" className="text-lg font-semibold tracking-title">
              Notes
            </h2>
            <p dir="auto" className="mt-2 leading-relaxed wrap-anywhere whitespace-pre-line">
              {notes}
            </p>
          </section>
        )}
        <AppLinks episode={episode} />
      </article>
      <aside aria-label="About this episode" className="results-rail max-lg:pt-4">
        <Chapters episode={episode} />
        <Mentions episode={episode} mentions={mentions} />
      </aside>
      {others.length > 0 && (
        <section aria-labelledby="more" className="min-w-0 pt-4">
          <h2 id="more" className="text-lg font-semibold tracking-title">
            More of this show
          </h2>
          <ul className="mt-3 space-y-3 sm:space-y-4">
            {others.map((other) => (
              <li key={other.id ?? other.link}>
                <EpisodeCard episode={other} now={now} actions={actions?.(other)} isOwnShow />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Head({ episode, now }: { episode: Episode; now: number }) {
  const { title, podcast, publisher, showId, duration_s: seconds } = episode;
  return (
    <header className="flex items-start gap-4">
      <EpisodeCover image={episode.image} className="w-20 sm:w-32" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium text-link">
          {showId === undefined ? (
            <bdi>{podcast}</bdi>
          ) : (
            <Link to={showPath(showId)} className="rounded-sm underline-offset-4 hover:underline">
              <bdi>{podcast}</bdi>
            </Link>
          )}
        </p>
        <h1
          dir="auto"
          className="text-left text-2xl leading-[1.15] font-bold tracking-display wrap-anywhere sm:text-4xl"
        >
          {title}
        </h1>
        <p className="mt-2 flex flex-wrap gap-x-3 text-[0.9375rem] wrap-anywhere text-soft">
          {publisher !== '' && publisher !== podcast && (
            <span>
              by <bdi>{publisher}</bdi>
            </span>
          )}
          <PublicationTime at={episode.pub_date_ms} now={now} />
          {seconds !== undefined && <span>{shortDuration(seconds)}</span>}
        </p>
      </div>
    </header>
  );
}
