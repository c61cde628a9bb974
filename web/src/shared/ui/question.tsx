import { useRef } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { useBorrowedFocus } from '#shared/ui/take-lost-focus.ts';

interface QuestionProps {
  text: string;
  confirm: string;
  isDanger?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms an irreversible action. Takes the focus, and returns it to the button that opened the question. */
export function Question(props: QuestionProps) {
  const { text, confirm, isDanger = false, busy, onConfirm, onCancel } = props;
  const group = useRef<HTMLDivElement>(null);
  useBorrowedFocus(group);
  return (
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-label={text}
      className="mt-1 space-y-3 rounded-xl bg-sunken p-3 text-sm outline-none"
    >
      <p className="wrap-anywhere">{text}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          tone={isDanger ? 'danger-filled' : 'accent'}
          disabled={busy}
          className="h-11 px-4 text-sm"
          onClick={onConfirm}
        >
          {confirm}
        </Button>
        <Button tone="plain" disabled={busy} className="h-11 px-4 text-sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
