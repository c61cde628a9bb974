import { MemberArea } from '#shared/data/member-area.tsx';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { numberText } from '#shared/text/number-text.ts';
import { AddAlertForm } from './add-alert-form.tsx';
import { AlertList } from './alert-list.tsx';

const SHOWN = 5;

/** Listens to Firestore only while mounted. */
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
  const more = alerts.items.length - SHOWN;
  return (
    <div className="mt-2">
      {alerts.items.length === 0 && <p className="mt-3 text-sm text-soft">No alerts yet</p>}
      <AlertList alerts={alerts.items.slice(0, SHOWN)} compact />
      {more > 0 && <p className="mt-1 text-sm text-soft">{numberText(more)} more in My Alerts</p>}
    </div>
  );
}
