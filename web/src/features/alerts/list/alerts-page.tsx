import { clsx } from 'clsx';
import { BellPlus } from 'lucide-react';
import { withLastMatch } from 'functions/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { EXAMPLE_NAMES, EXAMPLE_PERSON, EXAMPLE_PHRASE } from '#content/subject.ts';
import { DestinationsOfAlerts } from '#features/alerts/goes-to/destinations-context.tsx';
import { MemberArea } from '#shared/data/member-area.tsx';
import { roomText } from '#shared/data/member/room-text.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { useAlerts, usePending } from '#shared/data/hooks/use-live-list.ts';
import { MemberPage } from '#shared/page/member-page.tsx';
import { MemberTitle } from '#shared/page/member-title.tsx';
import { CARD } from '#shared/ui/card.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Tips } from '#shared/ui/tips.tsx';
import { AlertSuggestions } from '#features/alerts/create/alert-suggestions.tsx';
import { AddAlertForm } from './add-alert-form.tsx';
import { AlertList } from './alert-list.tsx';
import { type ListOrder, orderedAlerts } from './list-order.ts';
import { NoisiestLine } from './noisiest-line.tsx';
import { PendingContext } from '#features/alerts/count/pending-count.ts';
import { CountsContext, noiseOf, useAlertCounts } from './use-alert-counts.ts';
import { NoticeVerification } from '#shared/data/notice-verification.tsx';
import { SavedBefore } from './saved-before.tsx';
import { FindMiss } from './find-miss.tsx';
import { ListTools } from './list-tools.tsx';

const TIPS = [
  `Use names and phrases: “${EXAMPLE_PERSON}” or “${EXAMPLE_PHRASE.short}” find fewer, better matches than single common words.`,
  'Capitals and accents make no difference.',
  `Separate alerts with commas: “${EXAMPLE_NAMES[0]}, ${EXAMPLE_PERSON}” makes two.`,
  'You will be notified by email within 24 hours of new episodes that mention a keyword, or once a week if you prefer.',
  'Want it sooner? Email & channels has hourly email, and Slack, feeds and other channels within about 15 minutes.',
];

interface AlertsPageProps {
  notice?: ReactNode;
  help?: ReactNode;
  delivery?: ReactNode;
  importer?: ReactNode;
  shows?: ReactNode;
}

/** The second tab (`#shows`) contains the followed shows. */
export function AlertsPage({ notice, help, delivery, importer, shows }: AlertsPageProps) {
  const isOnShows = useLocation().hash === SHOWS && shows !== undefined;
  return (
    <MemberPage name="Podcast Alerts">
      <MemberTitle>Podcast Alerts</MemberTitle>
      {shows && (
        <nav aria-label="Podcast Alerts" className="flex gap-x-6 border-b border-line">
          <Tab to="/alerts" isHere={!isOnShows}>
            Alerts
          </Tab>
          <Tab to={`/alerts${SHOWS}`} isHere={isOnShows}>
            Your shows
          </Tab>
        </nav>
      )}
      <MemberArea failed={<FailureNotice text="Your alerts cannot be loaded right now." />}>
        <NoticeVerification />
        {isOnShows ? (
          shows
        ) : (
          <div className="grid max-w-none! grid-cols-1 items-start gap-x-10 gap-y-3 sm:gap-y-6 lg:grid-cols-[minmax(0,48.5rem)_18rem]">
            <div className="min-w-0 space-y-3 sm:space-y-6">
              <SavedBefore />
              {notice}
              <section className={CARD}>
                <AddAlertForm help={help} />
              </section>
              {delivery}
              <YourAlerts />
              {importer}
            </div>
            <Tips tips={TIPS} heading="h2" />
          </div>
        )}
      </MemberArea>
    </MemberPage>
  );
}

const SHOWS = '#shows';

function Tab({ to, isHere, children }: { to: string; isHere: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : undefined}
      className="-mb-px inline-flex min-h-11 items-center rounded-t-sm pb-0.5 font-semibold text-link aria-[current=page]:border-b-2 aria-[current=page]:border-link aria-[current=page]:pb-0 aria-[current=page]:text-ink"
    >
      {children}
    </Link>
  );
}

/** From this number of alerts on, the list has search and sort tools. Fewer alerts fit on a phone's screen. */
const MANY = 7;

const NONE: readonly SavedAlert[] = [];

function YourAlerts() {
  const alerts = useAlerts();
  const [find, setFind] = useState('');
  const [order, setOrder] = useState<ListOrder>('newest');
  // The suggestions stay after one is taken, so that the next is a press away.
  const [isSuggesting, setSuggesting] = useState(false);
  const pending = usePending();
  const stored = alerts.status === 'ready' ? alerts.items : NONE;
  const items = useMemo(
    () => stored.map((alert) => withLastMatch(alert, pending.last)),
    [stored, pending],
  );
  const counts = useAlertCounts(items);
  if (alerts.status === 'failed') {
    return <FailureNotice text="Your alerts cannot be loaded right now." />;
  }
  const room = roomText('alert', items.length);
  const hasTools = items.length >= MANY || find !== '' || order !== 'newest';
  const arrange = (all: readonly SavedAlert[]) =>
    orderedAlerts(all, find, order, (alert) => noiseOf(counts, alert));
  const found = arrange(items);
  const isMissed = find.trim() !== '' && items.length > 0 && found.length === 0;
  const isFound = find.trim() !== '' && !isMissed;
  return (
    <section aria-busy={alerts.status === 'loading'} className={clsx(CARD, 'min-h-34')}>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <h2 className="text-lg font-semibold tracking-title">
          {alerts.status === 'ready' ? `Your Alerts (${items.length})` : 'Your Alerts'}
        </h2>
        {hasTools && <ListTools find={find} onFind={setFind} order={order} onOrder={setOrder} />}
      </div>
      {hasTools && !isMissed && <NoisiestLine alerts={found} counts={counts} />}
      {room !== '' && <p className="mt-1 text-sm text-soft">{room}</p>}
      {alerts.status === 'ready' && items.length === 0 && (
        <div className="py-8 text-center text-soft">
          <BellPlus aria-hidden className="mx-auto size-9" strokeWidth={1.5} />
          <p className="mt-3">No alerts yet</p>
        </div>
      )}
      {(isSuggesting || (alerts.status === 'ready' && items.length === 0)) && (
        <AlertSuggestions onAdd={() => setSuggesting(true)} />
      )}
      <p role="status" className="mt-2 text-sm text-soft empty:hidden">
        {isFound ? `${found.length} of ${items.length}` : ''}
      </p>
      {isMissed && <FindMiss find={find} alerts={items} onAdded={() => setFind('')} />}
      <div className="mt-1">
        <DestinationsOfAlerts alerts={items}>
          <CountsContext value={counts}>
            <PendingContext value={pending.alerts}>
              <AlertList alerts={items} arrange={arrange} />
            </PendingContext>
          </CountsContext>
        </DestinationsOfAlerts>
      </div>
    </section>
  );
}
