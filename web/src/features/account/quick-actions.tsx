import { Panel } from '#features/account/form/panel.tsx';
import { Link } from '#shared/ui/link.tsx';

const ACTIONS = [
  { text: 'Manage alerts', to: '/alerts' },
  { text: 'Notification preferences', to: '/alerts#preferences' },
  { text: 'Alert history', to: '#history' },
];

/** Links to what else belongs to an account. */
export function QuickActions() {
  return (
    <Panel title="Quick Actions">
      <ul className="space-y-3 text-[0.9375rem] leading-relaxed">
        {ACTIONS.map(({ text, to }) => (
          <li key={to}>
            <Link
              to={to}
              className="rounded-sm font-semibold text-link underline-offset-4 hover:underline"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
