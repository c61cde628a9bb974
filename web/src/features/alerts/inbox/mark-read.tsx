import { TextButton } from '#shared/ui/text-button.tsx';

interface MarkReadProps {
  /** What is marked, for screen readers. */
  name: string;
  onRead: () => void;
}

/** In words, because people took a tick for "listened" or "done". */
export function MarkRead({ name, onRead }: MarkReadProps) {
  return (
    <TextButton
      data-read
      aria-label={`Mark as read: ${name}`}
      className="ml-auto min-h-11 shrink-0 text-[0.8125rem]"
      onClick={onRead}
    >
      Mark as read
    </TextButton>
  );
}
