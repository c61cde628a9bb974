import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

interface SheetDialogProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Called after the dialog has closed, to return the focus. */
  onClosed: () => void;
  className: string;
  children: ReactNode;
}

/** A dialog that is open while mounted: a sheet from below on phones, a card elsewhere. */
export function SheetDialog(props: SheetDialogProps) {
  const { title, closeLabel, onClose, onClosed, className, children } = props;
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-200 starting:opacity-0" />
        <Dialog.Content
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className={clsx(
            'fixed inset-x-0 bottom-0 z-50 mx-auto flex flex-col rounded-t-3xl bg-surface text-ink shadow-card focus:outline-none sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 sm:rounded-3xl',
            className,
          )}
        >
          <div className="flex shrink-0 items-center justify-between pt-3 pr-3 pl-5 sm:pl-7">
            <Dialog.Title className="text-lg font-bold tracking-title">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={closeLabel}
              className="grid size-11 place-items-center rounded-xl transition-colors hover:bg-sunken"
            >
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
