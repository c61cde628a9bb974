import type { ReactNode } from 'react';
import { MemberArea } from '#shared/data/member-area.tsx';
import { NoticeVerification } from '#shared/data/notice-verification.tsx';
import { useAlerts, useChannels } from '#shared/data/hooks/use-live-list.ts';
import { MemberPage } from '#shared/page/member-page.tsx';
import { MemberTitle } from '#shared/page/member-title.tsx';
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
    <MemberPage name="Email & channels">
      <MemberTitle>Email & channels</MemberTitle>
      <MemberArea failed={FAILED} fallback={<Room />}>
        <NoticeVerification />
        {notice}
        {preferences}
        <Channels />
        <AlertHistory />
      </MemberArea>
    </MemberPage>
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
