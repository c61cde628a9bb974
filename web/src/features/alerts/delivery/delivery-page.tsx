import type { ReactNode } from 'react';
import { MemberArea } from '#shared/data/member-area.tsx';
import { NoticeVerification } from '#shared/data/notice-verification.tsx';
import { useAlerts, useChannels } from '#shared/data/hooks/use-live-list.ts';
import { site } from '#shared/site.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { AlertHistory } from './alert-history/alert-history.tsx';
import { ChannelsSection } from './channels/channels-section.tsx';

const FAILED = <FailureNotice text="Your channels cannot be loaded right now." />;

interface DeliveryPageProps {
  /** Shown at the top; explains why no email arrives. */
  notice?: ReactNode;
  preferences?: ReactNode;
}

export function DeliveryPage({ notice, preferences }: DeliveryPageProps) {
  return (
    <div className="mx-auto max-w-6xl *:max-w-[45rem] space-y-3 px-4 pt-3 pb-16 sm:space-y-6 sm:px-6 sm:pt-12">
      <title>{`Email & channels – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-2xl font-bold tracking-display sm:text-4xl">Email & channels</h1>
      <MemberArea failed={FAILED} fallback={<Room />}>
        <NoticeVerification />
        {notice}
        {preferences}
        <Channels />
        <AlertHistory />
      </MemberArea>
    </div>
  );
}

function Channels() {
  const alerts = useAlerts();
  const channels = useChannels();
  if (alerts.status === 'loading' || channels.status === 'loading') return <Room />;
  if (alerts.status === 'failed' || channels.status === 'failed') return FAILED;
  return <ChannelsSection channels={channels.items} alerts={alerts.items} />;
}

function Room() {
  return <div role="status" aria-label="Loading channels" className="min-h-60" />;
}
