import { type AlertFields, alertLabel, alertName, searchTextOfAlert } from 'functions/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { MemberArea } from '#shared/data/member-area.tsx';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { searchAddress } from '#shared/search/search-address.ts';
import { numberText } from '#shared/text/number-text.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Link } from '#shared/ui/link.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { type CountedMatches, type FoundEpisode, isUnread, newsByDay, newsText } from './news.ts';
import { type LiveNews, useNews, useNoteSeen } from './use-news.ts';

/** Episodes shown at first: all unread episodes, but at least 10 and at most 100. */
const [MIN_SHOWN, MAX_SHOWN] = [10, 100];

interface NewForYouProps {
  /** Called once it is known whether the person has alerts. Without alerts, nothing is shown. */
  onKnown: (hasAlerts: boolean) => void;
  place?: ReactNode;
}

/** Lists matches of all alerts by day, newest first, and marks matches since the last visit. */
export function NewForYou(props: NewForYouProps) {
  return (
    <MemberArea failed={FAILED} fallback={props.place}>
      <Known {...props} />
    </MemberArea>
  );
}

const FAILED = <FailureNotice text="Your new episodes cannot be loaded right now." />;

function Known({ onKnown, place }: NewForYouProps) {
  const alerts = useAlerts();
  const hasAlerts = alerts.status === 'ready' ? alerts.items.length > 0 : null;
  useEffect(() => {
    if (hasAlerts !== null) onKnown(hasAlerts);
  }, [hasAlerts, onKnown]);
  if (alerts.status === 'failed') return FAILED;
  return hasAlerts ? <Section place={place} /> : hasAlerts === null && place;
}

function Section({ place }: { place: ReactNode }) {
  const live = useNews(true);
  useNoteSeen(live);
  const [now] = useState(Date.now);
  return (
    <section aria-labelledby="news" className="min-w-0 pt-3 lg:pt-1">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="news" className="text-xl font-bold tracking-title sm:text-2xl">
          New for you
        </h2>
        {live.status === 'ready' && (
          <p className="text-sm text-soft">{newsText(live.unread, live.sinceMs, now)}</p>
        )}
      </div>
      {live.status === 'loading' && place}
      {live.status === 'failed' && <div className="mt-3">{FAILED}</div>}
      {live.status === 'ready' && <Days {...live} now={now} />}
    </section>
  );
}

type DaysProps = Extract<LiveNews, { status: 'ready' }> & { now: number };

function Days({ news, sinceMs, now }: DaysProps) {
  const [isAll, setAll] = useState(false);
  const { episodes } = news;
  const unread = episodes.filter((episode) => isUnread(episode, sinceMs)).length;
  const shown = isAll
    ? episodes
    : episodes.slice(0, Math.max(MIN_SHOWN, Math.min(unread, MAX_SHOWN)));
  const left = episodes.length - shown.length;
  const oldest = left > 0 ? (shown.at(-1)?.foundAtMs ?? 0) : 0;
  const counted = news.counted.filter(({ foundAtMs }) => foundAtMs >= oldest);
  if (episodes.length + counted.length === 0) {
    return (
      <p className="mt-3 rounded-2xl bg-sunken px-4 py-5 text-soft sm:px-5">
        No matches yet. New episodes that match your alerts appear here.
      </p>
    );
  }
  return (
    <>
      {newsByDay({ episodes: shown, counted }, now).map((day) => (
        <section key={day.name} aria-label={day.name} className="mt-5">
          <h3 className="text-sm font-semibold text-soft">{day.name}</h3>
          <ul className="mt-2 divide-y divide-line rounded-2xl border border-line bg-surface px-4 shadow-card sm:px-5">
            {day.episodes.map((episode) => (
              <EpisodeRow
                key={`${episode.link} ${episode.title}`}
                episode={episode}
                isNew={isUnread(episode, sinceMs)}
              />
            ))}
            {day.counted.length > 0 && <CountedRow counted={day.counted} />}
          </ul>
        </section>
      ))}
      {left > 0 && (
        <TextButton className="mt-4 min-h-11" onClick={() => setAll(true)}>
          Show {numberText(left)} more
        </TextButton>
      )}
    </>
  );
}

function EpisodeRow({ episode, isNew }: { episode: FoundEpisode; isNew: boolean }) {
  const { title, link, podcast, alerts } = episode;
  return (
    <li className="relative py-3 pl-4">
      {isNew && (
        <span className="absolute top-5 left-0 size-2 rounded-full bg-link forced-colors:bg-[CanvasText]">
          <span className="sr-only">New: </span>
        </span>
      )}
      <p className={`leading-snug wrap-anywhere ${isNew ? 'font-semibold' : ''}`}>
        {link === '' ? (
          <bdi>{title}</bdi>
        ) : (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="outside rounded-sm py-1 underline-offset-4 hover:underline"
          >
            <bdi>{title}</bdi>
          </a>
        )}
      </p>
      <p className="mt-0.5 text-sm text-soft">
        <bdi>{podcast}</bdi>
        {alerts.map((alert) => (
          <span key={alertLabel(alert)}>
            <span aria-hidden className="mx-1.5">
              ·
            </span>
            <AlertLink alert={alert} />
          </span>
        ))}
      </p>
    </li>
  );
}

function CountedRow({ counted }: { counted: readonly CountedMatches[] }) {
  return (
    <li className="py-3 pl-4 text-sm text-soft">
      {counted.map(({ alert, count }) => (
        <span key={alertLabel(alert)} className="mr-4 inline-flex max-w-full gap-1">
          <span className="shrink-0">{numberText(count)} more for</span>
          <AlertLink alert={alert} />
        </span>
      ))}
    </li>
  );
}

function AlertLink({ alert }: { alert: AlertFields }) {
  const choice = { spoken: alert.spoken !== false, about: alert.onlyAbout === true };
  return (
    <Link
      to={searchAddress([searchTextOfAlert(alert)], 1, choice)}
      title={alertLabel(alert)}
      className="rounded-sm py-0.5 font-medium wrap-anywhere text-link underline-offset-4 hover:underline"
    >
      <bdi>{alertName(alert)}</bdi>
    </Link>
  );
}
