import { LogOut } from 'lucide-react';
import type { SessionUser } from '#shared/data/session/session.ts';
import { signOut } from '#shared/data/session/sign-out.ts';
import { Tips } from '#shared/ui/tips.tsx';
import { latePart } from '#shared/loading/late-part.tsx';
import { LateUnreadCount } from './late-unread-count.ts';
import { MEMBER_LINKS } from './member-links.ts';
import { Link } from '#shared/ui/link.tsx';

/** Lazy, because it needs Firestore. Listens to the alerts while the menu is open. */
const QuickAlertList = latePart(
  () => import('#features/alerts/list/quick-alert-list.tsx'),
  'QuickAlertList',
  { fallback: null },
);

/** Omits My Alerts, because "Manage All Alerts" leads to that page. */
const LINKS = MEMBER_LINKS.filter(({ to }) => to !== '/alerts');

const TILE =
  'flex min-h-15 grow flex-col items-center justify-center gap-1 rounded-xl px-0.5 text-xs font-medium whitespace-nowrap transition-colors hover:bg-sunken';

const WIDE =
  'flex min-h-11 grow items-center justify-center rounded-xl border border-field bg-surface px-3 text-center text-[0.9375rem] leading-tight font-semibold transition-colors hover:bg-sunken';

const TIPS = [
  'Names and phrases find better matches than single common words.',
  'You get new matching episodes by email within 24 hours.',
];

interface MemberMenuProps {
  user: SessionUser;
  onSignOut: () => void;
}

/** The alerts scroll in their own box, so that the links below stay visible except in very low windows. */
export function MemberMenu({ user, onSignOut }: MemberMenuProps) {
  return (
    <>
      <div className="flex-1 overscroll-contain p-5 tall:min-h-0 tall:overflow-y-auto">
        <p className="text-sm text-soft">Signed in as</p>
        <p className="truncate font-semibold" title={user.email}>
          {user.email}
        </p>
        <div className="mt-4 min-h-28">
          <QuickAlertList key={user.uid} />
        </div>
        <div className="mt-4">
          <Tips tips={TIPS} heading="h3" />
        </div>
      </div>
      <div className="shrink-0 border-t border-line px-3 pt-3 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <div className="mx-2 flex flex-wrap gap-2">
          <Link to="/" className={`${WIDE} basis-full`}>
            Inbox
            <LateUnreadCount className="ml-1.5" />
          </Link>
          <Link to="/alerts" className={WIDE}>
            Manage All Alerts
          </Link>
          <Link to="/alerts#shows" className={WIDE}>
            Your shows
          </Link>
        </div>
        <nav aria-label="Account" className="mt-2 flex flex-wrap">
          {LINKS.map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} className={TILE}>
              <Icon aria-hidden className="size-5 text-soft" strokeWidth={1.75} />
              <span>{label}</span>
            </Link>
          ))}
          <button
            type="button"
            className={`${TILE} shrink-0`}
            onClick={() => {
              onSignOut();
              void signOut();
            }}
          >
            <LogOut aria-hidden className="size-5 text-soft" strokeWidth={1.75} />
            Sign Out
          </button>
        </nav>
      </div>
    </>
  );
}
