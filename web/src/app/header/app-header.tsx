import { clsx } from 'clsx';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';
import { Logo } from './logo.tsx';
import { useSession } from '#shared/data/session/session-store.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Session } from '#shared/data/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { FrameIcon } from './frame-icon.tsx';
import { PartNotice } from '#app/crash-boundary.tsx';
import { breadcrumbsAt } from '#content/breadcrumbs.ts';
import { usePageNames } from '#shared/page/page-names.ts';

function Breadcrumb() {
  const { pathname } = useLocation();
  const crumbs = breadcrumbsAt(pathname, usePageNames(pathname));
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className="border-t border-line">
      <ol className="mx-auto flex max-w-6xl items-center overflow-x-clip px-4 text-sm text-soft sm:px-6">
        {crumbs.map(({ name, path }, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li
              key={`${index} ${name}`}
              // Of long names, the page's own is cut first. "Home" stays whole.
              className={clsx('flex min-w-0 items-center first:shrink-0', last && 'shrink-[99]')}
            >
              {index > 0 && <FrameIcon name="right" className="mx-1.5 size-3.5 shrink-0" />}
              {path !== undefined && !last ? (
                <Link
                  to={path}
                  className="truncate rounded-sm py-2.5 underline-offset-4 transition-colors hover:text-ink hover:underline"
                >
                  {name}
                </Link>
              ) : (
                <span
                  aria-current={last ? 'page' : undefined}
                  className={clsx('truncate py-2.5', last && 'font-medium text-ink')}
                >
                  {name}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const MobileMenu = latePart(() => import('./mobile-menu.tsx'), 'MobileMenu', {
  fallback: null,
  failed: (failure, again, { onClose, onClosed }) => (
    <div className="fixed inset-x-3 top-18 z-40 rounded-2xl border border-field bg-surface shadow-card md:hidden">
      <PartNotice failure={failure} onLoaded={again} small>
        <Button
          tone="plain"
          onClick={() => {
            onClose();
            onClosed();
          }}
        >
          Close
        </Button>
      </PartNotice>
    </div>
  ),
});

interface MenuButtonProps {
  session: Exclude<Session, { status: 'unknown' }>;
}

/** The button gets the focus back when the menu closes. */
function MenuButton({ session }: MenuButtonProps) {
  const { key } = useLocation();
  // Navigation changes the location's key, which closes the menu.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openedAt === key;
  const close = () => setOpenedAt(null);
  const focus = () => button.current?.focus();

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        aria-describedby={session.status === 'signed-in' ? 'unread' : undefined}
        data-tip="Menu"
        data-tip-side="below"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenedAt(key)}
        className="-mr-2 grid size-11 place-items-center rounded-xl transition-colors hover:bg-sunken md:hidden noscript:hidden"
      >
        <FrameIcon name="menu" className="size-6" />
      </button>
      {open && <MobileMenu session={session} onClose={close} onClosed={focus} />}
    </>
  );
}

const MemberNav = latePart(() => import('./member-nav.tsx'), 'MemberNav', {
  // `aria-describedby` of the menu's button refers to this element.
  fallback: <span id="unread" />,
});

function HeaderAccount() {
  const session = useSession();
  if (session.status === 'unknown') return null;
  return (
    <>
      {session.status === 'signed-in' ? (
        <MemberNav email={session.user.email} />
      ) : (
        <nav aria-label="Account" className="hidden min-w-0 items-center gap-1 md:flex">
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
        </nav>
      )}
      <MenuButton session={session} />
    </>
  );
}

const HeaderSearch = latePart(() => import('./header-search.tsx'), 'HeaderSearch', 'afterwards');

export function AppHeader() {
  // The header has no search field on the home page, which has its own.
  const { pathname } = useLocation();
  return (
    <header className="border-b border-line bg-canvas">
      <div className="relative mx-auto flex h-16 max-w-6xl items-center justify-between gap-2 px-4 sm:px-6">
        <Link
          to="/"
          aria-label={`${site.name} home`}
          className="min-w-0 overflow-x-clip rounded-lg"
        >
          <Logo />
        </Link>
        {pathname !== '/' && <HeaderSearch />}
        {site.hasAccounts && <HeaderAccount />}
      </div>
      <Breadcrumb />
    </header>
  );
}
