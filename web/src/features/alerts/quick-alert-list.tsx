import { MemberArea } from '#shared/member/member-area.tsx';
import { useAlerts } from '#shared/member/use-alerts.ts';
import { AddAlertForm } from './add-alert-form.tsx';
import { AlertList } from './alert-list.tsx';

/** The alerts in the mobile menu; listens only while it is there. */
export function QuickAlertList() {
  return (
    <MemberArea>
      <h3 className="mb-3 font-semibold">Your Alerts</h3>
      <AddAlertForm />
      <List />
    </MemberArea>
  );
}

function List() {
  const alerts = useAlerts();
  if (alerts.status !== 'ready') return null;
  if (alerts.items.length === 0) return <p className="mt-3 text-sm text-soft">No alerts yet</p>;
  return <AlertList alerts={alerts.items} />;
}
