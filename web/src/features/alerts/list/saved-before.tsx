import { useEffect, useState } from 'react';
import { useAlerts, usePerson } from '#shared/data/hooks/use-live-list.ts';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { useSession } from '#shared/data/session/session-store.ts';
import { hasSignedUpHere } from '#shared/data/session/signed-up-here.ts';
import { loadPart } from '#shared/loading/load-part.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';

/** Max keywords listed by name; further ones are only counted. */
const MAX_NAMED = 10;

const CARD =
  'space-y-3 rounded-2xl border border-accent bg-surface px-4 py-4 text-[0.9375rem] leading-relaxed shadow-card sm:px-5';

/**
 * Asks whether to keep alerts that were saved before the address was verified, if the account was created elsewhere,
 * perhaps by somebody else. Requires a `MemberArea`.
 */
export function SavedBefore() {
  const live = usePerson();
  const alerts = useAlerts();
  const session = useSession();
  const { busy, failure, run } = useCall('Something went wrong. Please try again.');
  const [deleted, setDeleted] = useState<readonly SavedAlert[]>([]);
  const isAsked = live.status === 'ready' && live.person.asksAboutAlerts;
  const isOwn = session.status === 'signed-in' && hasSignedUpHere(session.user.uid);

  useEffect(() => {
    if (isAsked && isOwn) void keepQuietly();
  }, [isAsked, isOwn]);

  if (live.status !== 'ready' || alerts.status !== 'ready') return null;
  if (deleted.length > 0) return <Deleted alerts={deleted} onDone={() => setDeleted([])} />;
  const { verifiedAtMs } = live.person;
  const saved = alerts.items.filter(({ createdAtMs }) => createdAtMs <= (verifiedAtMs ?? 0));
  if (!isAsked || isOwn || saved.length === 0) return null;
  return (
    <section aria-labelledby="saved-before" className={CARD}>
      <div>
        <h2 id="saved-before" className="font-semibold">
          Did you save these alerts?
        </h2>
        <p className="mt-1 wrap-anywhere text-soft">{namesOf(saved)}</p>
        <p className="mt-1 text-soft">
          They were saved before you confirmed your address, in another browser.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 sm:gap-3">
        <Button
          tone="plain"
          className="h-11 text-[0.9375rem]"
          disabled={busy}
          onClick={() => run(({ confirmAddress }) => confirmAddress('keep'))}
        >
          Keep
        </Button>
        <Button
          tone="danger"
          className="h-11 text-[0.9375rem]"
          disabled={busy}
          onClick={() =>
            run(async ({ confirmAddress }) => {
              await confirmAddress('delete');
              setDeleted(saved);
            })
          }
        >
          Delete
        </Button>
      </div>
      <FailureNotice text={failure} />
    </section>
  );
}

/** If it fails, the next visit tries again. */
async function keepQuietly(): Promise<void> {
  try {
    const { confirmAddress } = await loadPart(() => import('#shared/data/account-calls.ts'));
    await confirmAddress('keep');
  } catch {
    // The alerts stay in any case.
  }
}

interface DeletedProps {
  alerts: readonly SavedAlert[];
  onDone: () => void;
}

/** Offers to save the deleted alerts again, until the person leaves the page. */
function Deleted({ alerts, onDone }: DeletedProps) {
  const data = useMemberData();
  const { busy, failed, run } = useWrite();
  const restored = async () => {
    for (const alert of alerts) await data.restoreAlert(alert);
  };
  return (
    <section aria-label="Deleted alerts" className={CARD}>
      <p role="status" className="wrap-anywhere">
        {`Deleted: ${namesOf(alerts)}`}
      </p>
      <Button
        tone="plain"
        className="h-11 text-[0.9375rem]"
        disabled={busy}
        onClick={() => run(restored, onDone)}
      >
        Undo
      </Button>
      <FailureNotice text={failed ? 'Failed to undo. Please try again.' : ''} />
    </section>
  );
}

function namesOf(alerts: readonly SavedAlert[]): string {
  const named = alerts.slice(0, MAX_NAMED).map(({ keyword }) => `“${keyword}”`);
  const more = alerts.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
