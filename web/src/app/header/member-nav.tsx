import { useLocation } from 'react-router-dom';
import { latePart } from '#shared/loading/late-part.tsx';
import { Link } from '#shared/ui/link.tsx';
import { AccountLabel } from './account-label.tsx';
import { LateUnreadCount } from './late-unread-count.ts';
import { useIsWide } from '#shared/ui/use-is-wide.ts';

const AccountMenu = latePart(() => import('./account-menu.tsx'), 'AccountMenu', {
  fallback: AccountLabel,
});

/** The header links directly to the pages that members use most. The account menu lists these pages too. */
const BAR_LINKS = [
  { to: '/alerts', name: 'My Alerts' },
  // With large text, three links do not fit on a tablet.
  { to: '/bookmarks', name: 'Bookmarks', className: 'max-lg:hidden' },
];

/** As `md` in styles. */
const BAR = '(width >= 48rem)';

const PILL =
  'inline-flex h-10 items-center rounded-xl px-3.5 text-[0.9375rem] font-semibold transition-colors';

/** On phones, shows the number of unread matches on the menu's button. */
export function MemberNav({ email }: { email: string }) {
  const { pathname, search } = useLocation();
  // Phones load no menu that they do not show. Styles hide the bar, because they follow a turned phone at once.
  const hasBar = useIsWide(BAR);
  return (
    <>
      {hasBar && (
        <nav aria-label="Account" className="hidden min-w-0 items-center gap-1 md:flex">
          <InboxLink isHere={pathname === '/' && search === ''} />
          {BAR_LINKS.map(({ to, name, className = '' }) => (
            <Link
              key={to}
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
              className={`${PILL} hover:bg-sunken aria-[current=page]:bg-sunken ${className}`}
            >
              {name}
            </Link>
          ))}
          <AccountMenu email={email} />
        </nav>
      )}
      {/* The menu's button refers to this number, because its label replaces its contents. */}
      <div id="unread" aria-hidden className="pointer-events-none absolute top-1 right-8 md:hidden">
        <LateUnreadCount />
      </div>
    </>
  );
}

/** Has room for the number at its corner, so that nothing moves when it appears. */
function InboxLink({ isHere }: { isHere: boolean }) {
  return (
    <Link
      to="/"
      aria-current={isHere ? 'page' : undefined}
      className="group relative rounded-xl pr-4"
    >
      <span className={`${PILL} group-hover:bg-sunken group-aria-[current=page]:bg-sunken`}>
        Inbox
      </span>{' '}
      <span className="absolute -top-1 right-0 flex">
        <LateUnreadCount />
      </span>
    </Link>
  );
}
