import { Link } from 'react-router-dom';
import { Panel } from './panel.tsx';

/** What else belongs to an account. */
export function QuickActions() {
  return (
    <Panel title="Quick Actions">
      <ul className="space-y-3 text-[0.9375rem] leading-relaxed text-soft">
        <li>
          <Link
            to="/alerts"
            className="rounded-sm font-semibold text-link underline-offset-4 hover:underline"
          >
            Manage alerts
          </Link>
        </li>
        <li>Notification preferences</li>
        <li>Alert history</li>
      </ul>
    </Panel>
  );
}
