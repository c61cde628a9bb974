import { useLocation } from 'react-router-dom';
import { latePart } from '#shared/loading/late-part.tsx';
import { Link } from '#shared/ui/link.tsx';
import { AccountLabel } from './account-label.tsx';

const AccountMenu = latePart(() => import('./account-menu.tsx'), 'AccountMenu', {
  fallback: AccountLabel,
});

// Lazy, because it needs Firestore.
const UnreadCount = latePart(
  () => import('#features/alerts/inbox/unread-count.tsx'),
  'UnreadCount',
  'afterwards',
);

/** The header links directly to the pages that members use most. The account menu lists the last two, too. */
const BAR_LINKS = [
  { to: '/', name: 'Inbox' },
  { to: '/alerts', name: 'My Alerts' },
  // With large text, three do not fit on a tablet.
  { to: '/bookmarks', name: 'Bookmarks', className: 'max-lg:hidden' },
];

/** On phones, shows the number of unread matches on the menu's button. */
export function MemberNav({ email }: { email: string }) {
  const { pathname, search } = useLocation();
  const isAt = (to: string) => pathname === to && !(to === '/' && search !== '');
  return (
    <>
      <nav aria-label="Account" className="hidden min-w-0 items-center gap-1 md:flex">
        {BAR_LINKS.map(({ to, name, className = '' }) => (
          <Link
            key={to}
            to={to}
            aria-current={isAt(to) ? 'page' : undefined}
            className={`relative inline-flex h-10 items-center rounded-xl px-3.5 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken aria-[current=page]:bg-sunken ${className}`}
          >
            {name}
            {to === '/' && (
              // Takes no space, so that nothing moves when it appears.
              <span className="absolute -top-1.5 left-full -ml-4.5 flex">
                <UnreadCount />
              </span>
            )}
          </Link>
        ))}
        <AccountMenu email={email} />
      </nav>
      {/* The menu's button refers to this number, because its label replaces its contents. */}
      <div
        id="unread"
        aria-hidden
        className="pointer-events-none absolute top-1.5 right-1.5 md:hidden"
      >
        <UnreadCount />
      </div>
    </>
  );
}
