import { LogOut } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#shared/session/session.ts';
import { signOut } from '#shared/session/sign-out.ts';
import { Tips } from '#shared/ui/tips.tsx';
import { lazyNamed } from './lazy-named.tsx';
import { MEMBER_LINKS } from './member-links.ts';
import { QuietBoundary } from './quiet-boundary.tsx';

/** Subscribes to the alerts while it is there, which is while the menu is open. */
const QuickAlertList = lazyNamed(
  () => import('#features/alerts/quick-alert-list.tsx'),
  'QuickAlertList',
);

const ROW =
  'flex h-12 w-full items-center gap-3 rounded-xl px-3 text-left font-medium transition-colors hover:bg-sunken';

const TIPS = [
  'Names and phrases make sharper alerts than single common words.',
  'New matching episodes reach you by email within 24 hours.',
];

interface MemberMenuProps {
  user: SessionUser;
  onSignOut: () => void;
}

/** What the mobile menu offers to a signed-in person. */
export function MemberMenu({ user, onSignOut }: MemberMenuProps) {
  return (
    <>
      <p className="text-sm text-soft">Signed in as</p>
      <p className="font-semibold break-words">{user.email}</p>
      <div className="mt-5 min-h-28">
        <QuietBoundary key={user.uid} fallback={null}>
          <QuickAlertList />
        </QuietBoundary>
      </div>
      <Link
        to="/alerts"
        className="mt-4 flex h-12 items-center justify-center rounded-xl border border-field bg-surface px-6 font-semibold transition-colors hover:bg-sunken"
      >
        Manage All Alerts
      </Link>
      <nav aria-label="Account" className="-mx-3 mt-4 border-t border-line pt-4">
        {MEMBER_LINKS.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={ROW}>
            <Icon aria-hidden className="size-5 text-soft" strokeWidth={1.75} />
            {label}
          </Link>
        ))}
        <button
          type="button"
          className={ROW}
          onClick={() => {
            onSignOut();
            void signOut();
          }}
        >
          <LogOut aria-hidden className="size-5 text-soft" strokeWidth={1.75} />
          Sign Out
        </button>
      </nav>
      <div className="mt-4">
        <Tips tips={TIPS} heading="h3" />
      </div>
    </>
  );
}
