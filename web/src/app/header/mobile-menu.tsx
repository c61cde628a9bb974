import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect } from 'react';
import type { Session } from '#shared/data/session/session.ts';
import { MemberMenu } from './member-menu.tsx';
import { VisitorMenu } from './visitor-menu.tsx';

interface MobileMenuProps {
  session: Exclude<Session, { status: 'unknown' }>;
  onClose: () => void;
  /** Called after the dialog is closed, to restore the focus. */
  onClosed: () => void;
}

/** From this width on, the header shows the links itself (see its classes). */
const WIDE = '(width >= 48rem)';

export function MobileMenu({ session, onClose, onClosed }: MobileMenuProps) {
  // Closes the menu when the window gets wider: its button is hidden then, but an open menu would block scrolling.
  useEffect(() => {
    const wide = matchMedia(WIDE);
    const close = () => wide.matches && onClose();
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [onClose]);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-200 starting:opacity-0" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="fixed inset-y-0 right-0 z-50 flex w-80 max-w-[85vw] flex-col overflow-y-auto overscroll-contain bg-surface text-ink shadow-card transition-transform duration-200 focus:outline-none starting:translate-x-full"
        >
          <div className="flex h-16 shrink-0 items-center justify-between border-b border-line pr-2.5 pl-5">
            <Dialog.Title className="text-lg font-bold tracking-display">Menu</Dialog.Title>
            <Dialog.Close
              aria-label="Close menu"
              data-tip="Close"
              data-tip-side="below"
              className="grid size-11 place-items-center rounded-xl transition-colors hover:bg-sunken"
            >
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </div>
          {session.status === 'signed-in' ? (
            <MemberMenu user={session.user} onSignOut={onClose} />
          ) : (
            <div className="flex-1 p-5">
              <VisitorMenu />
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
