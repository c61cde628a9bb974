import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { OutOfReach } from '#shared/data/hooks/within-reach.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { TextButton } from '#shared/ui/text-button.tsx';

interface ImportDoneProps {
  /** Keywords of the added alerts, by alert id. */
  added: ReadonlyMap<string, string>;
  onUndone: () => void;
}

export function ImportDone({ added, onUndone }: ImportDoneProps) {
  const data = useMemberData();
  const live = useAlerts();
  const { busy, failed, failure, run } = useWrite();
  const isWaiting = failure instanceof OutOfReach;
  const { size } = added;

  function undo() {
    const items = live.status === 'ready' ? live.items : [];
    // Keeps an alert whose keyword has changed since the import, and a later alert that has reused the id.
    const still = items.filter(({ id, keyword }) => added.get(id) === keyword);
    run(() => data.deleteAlerts(still.map(({ id }) => id)), onUndone);
  }

  return (
    <div ref={takeLostFocus} tabIndex={-1} className="space-y-2 outline-none">
      <p className="flex flex-wrap items-center gap-x-3 text-[0.9375rem]">
        <span role="status">{size === 1 ? '1 alert added.' : `${size} alerts added.`}</span>
        <TextButton disabled={busy || isWaiting} className="min-h-11" onClick={undo}>
          {size === 1 ? 'Undo' : `Undo all ${size}`}
        </TextButton>
      </p>
      <p role="status" className="text-sm empty:hidden">
        {isWaiting ? 'Waiting for the connection.' : ''}
      </p>
      <FailureNotice text={failed && !isWaiting ? 'Failed to undo. Please try again.' : ''} />
    </div>
  );
}
