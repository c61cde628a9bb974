import { useSession } from '#shared/session/use-session.ts';
import { AccountLabel } from './account-label.tsx';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { MenuButton } from './menu-button.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';
import { Link } from '#shared/ui/link.tsx';

const AccountMenu = lazyNamed(() => import('./account-menu.tsx'), 'AccountMenu');

/** The end of the header: Sign In and Sign Up for visitors, the account menu for signed-in people. */
export function HeaderAccount() {
  const session = useSession();
  if (session.status === 'unknown') return null;
  return (
    <>
      <nav aria-label="Account" className="hidden items-center gap-2 md:flex">
        {session.status === 'signed-in' ? (
          <QuietBoundary fallback={<AccountLabel email={session.user.email} />}>
            <AccountMenu email={session.user.email} />
          </QuietBoundary>
        ) : (
          <>
            <Link
              to="/login"
              className="inline-flex h-10 items-center rounded-xl px-4 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken"
            >
              Sign In
            </Link>
            <Link
              to="/signup"
              className="inline-flex h-10 items-center rounded-xl bg-accent px-4 text-[0.9375rem] font-semibold text-on-accent transition-colors hover:bg-accent-hover"
            >
              Sign Up
            </Link>
          </>
        )}
      </nav>
      <MenuButton session={session} />
    </>
  );
}
