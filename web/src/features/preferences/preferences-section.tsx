import { useAlerts } from '#shared/member/hooks/use-alerts.ts';
import { usePerson } from '#shared/member/hooks/use-person.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { PreferencesForm } from './preferences-form.tsx';

const ID = 'preferences';

/** When alerts are emailed; the address `#preferences` leads to it. Only inside a `MemberArea`. */
export function PreferencesSection() {
  const live = usePerson();
  const listed = useAlerts().status !== 'loading';
  useAnchor(ID, listed && live.status !== 'loading');
  return (
    <section
      id={ID}
      tabIndex={-1}
      aria-label="Notification preferences"
      aria-busy={live.status === 'loading'}
      className="min-h-40 scroll-mt-6 rounded-3xl border border-line bg-surface p-5 shadow-card outline-none sm:p-7"
    >
      <h2 className="text-lg font-semibold tracking-title">Notification preferences</h2>
      <div className="mt-4">
        {live.status === 'ready' && <PreferencesForm stored={live.person.preferences} />}
        <FailureNotice
          text={live.status === 'failed' ? 'Your preferences cannot be loaded right now.' : ''}
        />
      </div>
    </section>
  );
}
