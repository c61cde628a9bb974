import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';

/**
 * Announces what was done. Takes the focus if the focused element disappeared: a form, or the row of a
 * deleted item.
 */
export function DoneText({ text }: { text: string }) {
  const status = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (text !== '') takeLostFocus(status.current);
  });
  return (
    <p ref={status} tabIndex={-1} role="status" className="text-sm outline-none empty:hidden">
      {text}
    </p>
  );
}

interface AddButtonProps {
  label: string;
  /** True if the form was cancelled, so that the button gets the focus. */
  isBack: boolean;
  onPress: () => void;
}

export function AddButton({ label, isBack, onPress }: AddButtonProps) {
  return (
    <Button
      ref={isBack ? takeLostFocus : undefined}
      tone="plain"
      className="h-11 px-4 text-[0.9375rem]"
      onClick={onPress}
    >
      <Plus aria-hidden className="size-4" strokeWidth={2} />
      {label}
    </Button>
  );
}

interface FormButtonsProps {
  submit: string;
  busy: boolean;
  isComplete: boolean;
  onCancel: () => void;
}

export function FormButtons({ submit, busy, isComplete, onCancel }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" disabled={busy || !isComplete} className="h-11 px-5 text-[0.9375rem]">
        {submit}
      </Button>
      <Button
        tone="plain"
        disabled={busy}
        className="h-11 px-5 text-[0.9375rem]"
        onClick={onCancel}
      >
        Cancel
      </Button>
    </div>
  );
}
