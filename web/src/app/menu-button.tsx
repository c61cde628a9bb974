import { Menu } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Session } from '#shared/session/session.ts';
import { lazyNamed } from './lazy-named.tsx';
import { QuietBoundary } from './quiet-boundary.tsx';

const MobileMenu = lazyNamed(() => import('./mobile-menu.tsx'), 'MobileMenu');

interface MenuButtonProps {
  session: Exclude<Session, { status: 'unknown' }>;
}

/** Opens the mobile menu, and gets the focus back when that closes. */
export function MenuButton({ session }: MenuButtonProps) {
  const { key } = useLocation();
  // Where the menu was opened: any other place closes it, however one got there.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openedAt === key;

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        data-tip="Menu"
        data-tip-side="below"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenedAt(key)}
        className="-mr-2 grid size-11 place-items-center rounded-xl transition-colors hover:bg-sunken md:hidden"
      >
        <Menu aria-hidden className="size-6" />
      </button>
      {open && (
        <QuietBoundary fallback={null}>
          <MobileMenu
            session={session}
            onClose={() => setOpenedAt(null)}
            onClosed={() => button.current?.focus()}
          />
        </QuietBoundary>
      )}
    </>
  );
}
