import { Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PartFailure } from '#shared/loading/load-part.ts';
import type { Session } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { ErrorBoundary } from '#shared/loading/error-boundary.tsx';
import { FrameIcon } from './frame-icon.tsx';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { PartNotice } from '#app/boundaries/part-notice.tsx';

const MobileMenu = lazyNamed(() => import('./mobile-menu.tsx'), 'MobileMenu');

interface MenuButtonProps {
  session: Exclude<Session, { status: 'unknown' }>;
}

/** Opens the mobile menu, and gets the focus back when that closes; says why when it cannot be loaded. */
export function MenuButton({ session }: MenuButtonProps) {
  const { key } = useLocation();
  // The page on which the menu was opened: going to any other page closes it.
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
        data-tip="Menu"
        data-tip-side="below"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenedAt(key)}
        className="-mr-2 grid size-11 place-items-center rounded-xl transition-colors hover:bg-sunken md:hidden noscript:hidden"
      >
        <FrameIcon name="menu" className="size-6" />
      </button>
      {open && (
        <ErrorBoundary
          instead={(failure, again) =>
            failure instanceof PartFailure && (
              <div className="fixed inset-x-3 top-18 z-40 rounded-2xl border border-field bg-surface shadow-card md:hidden">
                <PartNotice failure={failure} onLoaded={again} small>
                  <Button
                    tone="plain"
                    onClick={() => {
                      close();
                      focus();
                    }}
                  >
                    Close
                  </Button>
                </PartNotice>
              </div>
            )
          }
        >
          <Suspense fallback={null}>
            <MobileMenu session={session} onClose={close} onClosed={focus} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
