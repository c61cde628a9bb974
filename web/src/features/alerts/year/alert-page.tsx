import { alertIdentity, alertLabel, alertName } from 'functions/contract';
import { useState } from 'react';
import {
  type EpisodeActions,
  InboxList,
  MATCHES_FAILED,
} from '#features/alerts/inbox/inbox-list.tsx';
import { MatchSkeletons } from '#features/alerts/inbox/match-skeletons.tsx';
import { searchAddressOfAlert } from '#features/alerts/inbox/alert-links.tsx';
import { useInbox } from '#features/alerts/inbox/use-inbox.ts';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { MemberArea } from '#shared/data/member-area.tsx';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { MemberPage } from '#shared/page/member-page.tsx';
import { MemberTitle } from '#shared/page/member-title.tsx';
import { useNamePage } from '#shared/page/page-names.ts';
import { site } from '#shared/site.ts';
import { shortDate } from '#shared/text/dates.ts';
import { CARD } from '#shared/ui/card.ts';
import { TextLink } from '#shared/ui/text-link.tsx';
import { CompareWith } from './compare-with.tsx';
import { DownloadMatches } from './download-matches.tsx';
import { useWeekCounts, type WeekCounts } from './use-week-counts.ts';
import { type Week, weeksUntil } from './weeks.ts';
import { YearChart } from './year-chart.tsx';

interface AlertPageProps {
  /** Slot of the alert. */
  id: string;
  episodeActions: EpisodeActions;
}

/** What one alert has found in a year: how much a week, beside other alerts, and every match. */
export function AlertPage(props: AlertPageProps) {
  return (
    <MemberPage>
      <MemberArea failed={MATCHES_FAILED} fallback={LOADING}>
        <Known {...props} />
      </MemberArea>
    </MemberPage>
  );
}

const LOADING = (
  <div className="pt-15">
    <MatchSkeletons />
  </div>
);

function Known({ id, episodeActions }: AlertPageProps) {
  const alerts = useAlerts();
  if (alerts.status === 'failed') return MATCHES_FAILED;
  if (alerts.status === 'loading') return LOADING;
  const alert = alerts.items.find((each) => each.id === id);
  if (alert === undefined) {
    return (
      <>
        <title>{`Alert – ${site.name}`}</title>
        <MemberTitle>This alert is gone</MemberTitle>
        <p className="text-soft">
          <span>What it found is still in your</span> <TextLink to="/">inbox</TextLink>
          <span>.</span>
        </p>
      </>
    );
  }
  return <Year alert={alert} alerts={alerts.items} episodeActions={episodeActions} />;
}

/** Names the day from which the alert has matches, because the past month has more that a new alert did not find. */
function foundText(alert: SavedAlert, weeks: readonly Week[], counts?: WeekCounts): string {
  const first = typeof counts === 'object' ? counts.findIndex((count) => count > 0) : 0;
  const week = first > 0 ? weeks[first] : undefined;
  if (week === undefined) return 'What this alert found in the past year';
  return `What this alert found since ${shortDate(Math.max(week.sinceMs, alert.createdAtMs))}`;
}

interface YearProps extends Pick<AlertPageProps, 'episodeActions'> {
  alert: SavedAlert;
  alerts: readonly SavedAlert[];
}

function Year({ alert, alerts, episodeActions }: YearProps) {
  const identity = alertIdentity(alert.id, alert.createdAtMs);
  const name = alertName(alert);
  const [weeks] = useState(() => weeksUntil(Date.now()));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const others = alerts.filter(({ id }) => id !== alert.id);
  const compared = [alert, ...others.filter(({ id }) => chosen.includes(id))];
  const counts = useWeekCounts(compared, weeks);
  const inbox = useInbox(identity);
  useNamePage(`/alerts/${alert.id}`, { alert: name });
  return (
    <>
      <title>{`${name} – ${site.name}`}</title>
      <div>
        <MemberTitle title={alertLabel(alert)}>{name}</MemberTitle>
        <p className="mt-1.5 flex flex-wrap gap-x-4 text-soft">
          <span>{foundText(alert, weeks, counts[0])}</span>
          <TextLink to={searchAddressOfAlert(alert)}>Search the past month</TextLink>
        </p>
      </div>
      <section aria-labelledby="year" className={CARD}>
        <h2 id="year" className="mb-3 font-semibold tracking-title">
          Matches a week
        </h2>
        <YearChart alerts={compared} counts={counts} weeks={weeks} />
        {others.length > 0 && <CompareWith alerts={others} chosen={chosen} onChoose={setChosen} />}
      </section>
      <section aria-labelledby="matches" className="pt-2">
        <div className="flex flex-wrap items-center gap-x-4">
          <h2 id="matches" className="text-xl font-bold tracking-title">
            Matches
          </h2>
          <DownloadMatches alert={alert} />
        </div>
        {inbox.status === 'failed' && <div className="mt-3">{MATCHES_FAILED}</div>}
        {inbox.status === 'loading' && LOADING}
        {inbox.status === 'ready' && (
          <InboxList inbox={inbox} isOfAlert isUnreadOnly={false} episodeActions={episodeActions} />
        )}
      </section>
    </>
  );
}
