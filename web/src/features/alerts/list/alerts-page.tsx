import { BellPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { MemberArea } from '#shared/member/member-area.tsx';
import { roomText } from '#shared/member/data/room-text.ts';
import { useAlerts } from '#shared/member/hooks/use-live-list.ts';
import { site } from '#shared/site.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Tips } from '#shared/ui/tips.tsx';
import { AddAlertForm } from './add-alert-form.tsx';
import { AlertList } from './alert-list.tsx';

const TIPS = [
  'Use names and phrases: “Sam Altman” or “series A” bring fewer, better matches than single common words.',
  'Capitals and accents make no difference.',
  'Commas divide: “OpenAI, Sam Altman” makes two alerts.',
  'You will be notified by email within 24 hours of new episodes that mention a keyword, or once a week if you choose so.',
];

interface AlertsPageProps {
  /** At the top: why no email comes, if none does. */
  notice?: ReactNode;
  /** Beside the field: the way to the help on what can be asked. */
  help?: ReactNode;
  /** Below the list: alerts from elsewhere. */
  bring?: ReactNode;
  /** Below that: the shows that the person follows. */
  shows?: ReactNode;
  /** Below that: when email comes. */
  preferences?: ReactNode;
}

/** Where a person adds, sees, pauses and deletes alerts. */
export function AlertsPage({ notice, help, bring, shows, preferences }: AlertsPageProps) {
  return (
    <div className="mx-auto max-w-3xl space-y-3 px-4 pt-3 pb-16 sm:space-y-6 sm:px-6 sm:pt-12">
      <title>{`Podcast Alerts – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="flex items-baseline justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-display sm:text-4xl">Podcast Alerts</h1>
        {shows && <SectionLink to="#shows">Your shows</SectionLink>}
      </div>
      <MemberArea failed={<FailureNotice text="Your alerts cannot be loaded right now." />}>
        {notice}
        <section className="rounded-2xl border border-line bg-surface p-3 shadow-card sm:rounded-3xl sm:p-7">
          <AddAlertForm help={help} />
        </section>
        <YourAlerts />
        {bring}
        {shows}
        {preferences}
      </MemberArea>
      <Tips tips={TIPS} heading="h2" />
    </div>
  );
}

function SectionLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="rounded-sm py-1.5 text-sm font-semibold text-link underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}

function YourAlerts() {
  const alerts = useAlerts();
  if (alerts.status === 'failed') {
    return <FailureNotice text="Your alerts cannot be loaded right now." />;
  }
  const items = alerts.status === 'ready' ? alerts.items : [];
  const room = roomText('alert', items.length);
  return (
    <section
      aria-busy={alerts.status === 'loading'}
      className="min-h-40 rounded-2xl border border-line bg-surface p-3 shadow-card sm:rounded-3xl sm:p-7"
    >
      <div className="-my-1 flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold tracking-title">
          {alerts.status === 'ready' ? `Your Alerts (${items.length})` : 'Your Alerts'}
        </h2>
        <div className="flex flex-wrap justify-end gap-x-4">
          <SectionLink to="/delivery">Delivery</SectionLink>
          <SectionLink to="#preferences">Email schedule</SectionLink>
        </div>
      </div>
      {room !== '' && <p className="mt-1 text-sm text-soft">{room}</p>}
      {alerts.status === 'ready' && items.length === 0 && (
        <div className="py-8 text-center text-soft">
          <BellPlus aria-hidden className="mx-auto size-9" strokeWidth={1.5} />
          <p className="mt-3">No alerts yet</p>
        </div>
      )}
      <div className="mt-1">
        <AlertList alerts={items} />
      </div>
    </section>
  );
}
