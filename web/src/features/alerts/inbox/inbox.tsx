import { alertIdentity } from 'functions/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { listenEarly, MemberArea } from '#shared/data/member-area.tsx';
import { useAlerts, useMatches } from '#shared/data/hooks/use-live-list.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { numberText } from '#shared/text/number-text.ts';
import { type EpisodeActions, InboxList, MATCHES_FAILED } from './inbox-list.tsx';
import { INBOX_SECTION, InboxHeading } from './inbox-place.tsx';
import { type InboxFilter, InboxTools } from './inbox-tools.tsx';
import { MarkAllRead } from './mark-all-read.tsx';
import { MatchSkeletons } from './match-skeletons.tsx';
import { type LiveInbox, type ReadyInbox, useInbox } from './use-inbox.ts';

interface InboxProps {
  /** Called once it is known whether the person has alerts or matches. Without any, nothing is shown. */
  onKnown: (isAny: boolean) => void;
  place?: ReactNode;
  episodeActions?: EpisodeActions;
}

/** Listens before the page is rendered. A failure shows when it is. */
export function listenForInbox(): void {
  const listening = listenEarly((data) => [data.person, data.alerts, data.matches()]);
  listening.catch(() => undefined);
}

/** Lists the matches of all alerts by day, newest first. A match is unread until it is opened. */
export function Inbox(props: InboxProps) {
  return (
    <MemberArea failed={MATCHES_FAILED} fallback={props.place}>
      <Known {...props} />
    </MemberArea>
  );
}

function Known({ onKnown, place, episodeActions }: InboxProps) {
  const alerts = useAlerts();
  const newest = useMatches();
  const isAny = isAnyIn(alerts, newest);
  useEffect(() => {
    if (isAny !== null) onKnown(isAny);
  }, [isAny, onKnown]);
  if (alerts.status === 'failed') return MATCHES_FAILED;
  if (!isAny || alerts.status !== 'ready') return isAny === null && place;
  return <Section alerts={alerts.items} episodeActions={episodeActions} />;
}

/** Null while unknown. */
function isAnyIn(
  alerts: ReturnType<typeof useAlerts>,
  newest: ReturnType<typeof useMatches>,
): boolean | null {
  if (alerts.status !== 'ready') return null;
  if (alerts.items.length > 0) return true;
  // The matches of deleted alerts stay.
  if (newest.status === 'loading') return null;
  return newest.status === 'ready' && newest.page.matches.length > 0;
}

interface SectionProps {
  alerts: readonly SavedAlert[];
  episodeActions: EpisodeActions | undefined;
}

function Section({ alerts, episodeActions }: SectionProps) {
  const [filter, setFilter] = useState<InboxFilter>({ alert: '', isUnread: false });
  const isThere = alerts.some(
    ({ id, createdAtMs }) => alertIdentity(id, createdAtMs) === filter.alert,
  );
  const alert = isThere ? filter.alert : '';
  const inbox = useInbox(alert);
  const isEmpty = inbox.status === 'ready' && inbox.rows.length === 0 && alert === '';
  return (
    <section aria-labelledby="inbox" className={INBOX_SECTION}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <InboxHeading />
        {/* Announced once for each change. */}
        <p role="status" className="text-sm text-soft">
          {unreadText(inbox)}
        </p>
        {!isEmpty && (
          <>
            <div className="min-w-0 max-sm:order-last max-sm:w-full sm:ml-auto">
              <InboxTools alerts={alerts} filter={{ ...filter, alert }} onFilter={setFilter} />
            </div>
            {/* It marks the matches of all alerts, so it is not offered while those of others are hidden. */}
            {alert === '' && (
              <MarkAllRead isAnyUnread={inbox.status === 'ready' && isAnyUnread(inbox)} />
            )}
          </>
        )}
      </div>
      {inbox.status === 'failed' && <div className="mt-3">{MATCHES_FAILED}</div>}
      {inbox.status === 'loading' && <MatchSkeletons />}
      {inbox.status === 'ready' && (
        <InboxList
          key={`${alert} ${filter.isUnread}`}
          inbox={inbox}
          isOfAlert={alert !== ''}
          isUnreadOnly={filter.isUnread}
          episodeActions={episodeActions}
        />
      )}
    </section>
  );
}

function isAnyUnread({ unread, isMoreUnread }: ReadyInbox): boolean {
  return unread > 0 || isMoreUnread;
}

function unreadText(inbox: LiveInbox): string {
  if (inbox.status !== 'ready' || inbox.rows.length === 0) return '';
  const { unread, isMoreUnread, rows } = inbox;
  if (unread === 0) return isMoreUnread ? `Newest ${numberText(rows.length)} read` : 'All read';
  return `${numberText(unread)}${isMoreUnread ? '+' : ''} unread`;
}
