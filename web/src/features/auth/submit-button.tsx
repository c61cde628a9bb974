import { LoaderCircle } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';

interface SubmitButtonProps {
  children: string;
  busy: boolean;
  /** Stands in place of the button's text while the form is under way. */
  busyText: string;
}

/** Sends its form; disabled while that is under way, which also stops the Enter key. */
export function SubmitButton({ children, busy, busyText }: SubmitButtonProps) {
  return (
    <Button type="submit" className="w-full" disabled={busy}>
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      {busy ? busyText : children}
    </Button>
  );
}
