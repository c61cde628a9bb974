import { useAnchor } from '#shared/page/use-anchor.ts';
import { MemberArea } from '#shared/member/member-area.tsx';
import { useAlerts, useChannels, useKeys } from '#shared/member/hooks/use-live-list.ts';
import { site } from '#shared/site.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Link } from '#shared/ui/link.tsx';
import { ChannelsSection } from './channels/channels-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { AlertTable } from './table/alert-table.tsx';

const FAILED = <FailureNotice text="Your channels cannot be loaded right now." />;

const LINK = 'rounded-sm py-1.5 text-sm font-semibold text-link underline-offset-4 hover:underline';

/** Where a person's matches go: channels, which alert goes where, and the keys of programs. */
export function DeliveryPage() {
  return (
    <div className="mx-auto max-w-4xl space-y-3 px-4 pt-3 pb-16 sm:space-y-6 sm:px-6 sm:pt-12">
      <title>{`Delivery – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-5">
        <h1 className="text-2xl font-bold tracking-display sm:text-4xl">Delivery</h1>
        <div className="flex flex-wrap gap-x-5">
          <Link to="/alerts" className={LINK}>
            Your alerts
          </Link>
          <Link to="#keys" className={LINK}>
            API keys
          </Link>
          <Link to="/dashboard#history" className={LINK}>
            What was sent
          </Link>
        </div>
      </div>
      <MemberArea failed={FAILED} fallback={<Room />}>
        <Sections />
      </MemberArea>
    </div>
  );
}

function Sections() {
  const alerts = useAlerts();
  const channels = useChannels();
  const keys = useKeys();
  const all = [alerts, channels, keys];
  const isLoading = all.some(({ status }) => status === 'loading');
  useAnchor('keys', !isLoading);
  if (isLoading) return <Room />;
  if (alerts.status !== 'ready' || channels.status !== 'ready') return FAILED;
  return (
    <>
      <ChannelsSection channels={channels.items} alerts={alerts.items} />
      <AlertTable channels={channels.items} alerts={alerts.items} />
      {keys.status === 'ready' ? (
        <KeysSection keys={keys.items} />
      ) : (
        <FailureNotice text="Your keys cannot be loaded right now." />
      )}
    </>
  );
}

function Room() {
  return <div role="status" aria-label="Loading delivery" className="min-h-96" />;
}
