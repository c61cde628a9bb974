import { clsx } from 'clsx';
import { useId } from 'react';
import { takeLostFocus } from './take-lost-focus.ts';
import { TextButton } from './text-button.tsx';
import { useOverdue } from './use-overdue.ts';

interface UndoRowProps {
  text: string;
  /** In CSS pixels. The row is always at least as high as a button. */
  minHeight?: number;
  pending: boolean;
  /** While true, "Undo" does nothing but stays focusable. */
  busy: boolean;
  onUndo: () => void;
  className?: string;
}

/**
 * Replaces a deleted row, and takes its height and its focus. Leaves the place of the delete button empty, so
 * that a double click presses nothing.
 */
export function UndoRow({ text, minHeight = 0, pending, busy, onUndo, className }: UndoRowProps) {
  const id = useId();
  const isLate = useOverdue(pending);
  return (
    <div
      ref={takeLostFocus}
      tabIndex={-1}
      role="group"
      aria-labelledby={id}
      style={{ minHeight }}
      className={clsx(
        'flex min-h-11 flex-wrap content-center items-center gap-x-3 rounded-lg',
        className,
      )}
    >
      <p id={id} role="status" className="min-w-0 text-[0.9375rem] break-words text-soft">
        <span>{text}</span>
        {isLate && <span> Waiting for the connection.</span>}
      </p>
      <TextButton
        aria-describedby={id}
        aria-disabled={busy || undefined}
        className="-mx-1 min-h-11 px-1 aria-disabled:opacity-70"
        onClick={() => busy || onUndo()}
      >
        Undo
      </TextButton>
    </div>
  );
}
