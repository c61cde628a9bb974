import { clsx } from 'clsx';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { OutOfReach } from '#shared/data/hooks/within-reach.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

interface MarkAllReadProps {
  isAnyUnread: boolean;
}

/** Stays without unread matches, so that it keeps the focus. */
export function MarkAllRead({ isAnyUnread }: MarkAllReadProps) {
  const data = useMemberData();
  const { busy, failed, run } = useWrite();

  function mark() {
    if (!isAnyUnread) return;
    // Sent later, it would also mark what is found until then.
    run(() => (navigator.onLine ? data.markAllRead() : Promise.reject(new OutOfReach())));
  }

  return (
    <>
      <TextButton
        aria-disabled={!isAnyUnread || undefined}
        disabled={busy}
        onClick={mark}
        className={clsx('min-h-11 text-[0.9375rem] max-sm:ml-auto', !isAnyUnread && 'opacity-50')}
      >
        Mark all read
      </TextButton>
      {failed && (
        <div className="order-last w-full">
          <FailureNotice text="Failed to mark all as read. Please try again." />
        </div>
      )}
    </>
  );
}
