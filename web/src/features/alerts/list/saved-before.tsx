import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { useAlerts, usePerson } from '#shared/data/hooks/use-live-list.ts';

/** Max keywords listed by name; further ones are only counted. */
const MAX_NAMED = 10;

/**
 * Asks whether to keep alerts that were saved before the address was verified, perhaps by somebody else.
 * Requires a `MemberArea`.
 */
export function SavedBefore() {
  const live = usePerson();
  const alerts = useAlerts();
  const { busy, failure, run } = useCall('Something went wrong. Please try again.');
  if (live.status !== 'ready' || alerts.status !== 'ready') return null;
  const { asksAboutAlerts, verifiedAtMs } = live.person;
  const saved = alerts.items.filter(({ createdAtMs }) => createdAtMs <= (verifiedAtMs ?? 0));
  if (!asksAboutAlerts || saved.length === 0) return null;
  const named = saved.slice(0, MAX_NAMED).map(({ keyword }) => `“${keyword}”`);
  const more = saved.length - named.length;
  return (
    <section
      aria-labelledby="saved-before"
      className="space-y-3 rounded-2xl border border-accent bg-surface px-4 py-4 text-[0.9375rem] leading-relaxed shadow-card sm:px-5"
    >
      <div>
        <h2 id="saved-before" className="font-semibold">
          These alerts were saved before you confirmed your address: keep or delete?
        </h2>
        <p className="mt-1 wrap-anywhere text-soft">
          {more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')}
        </p>
        <p className="mt-1 text-soft">
          If you did not save them, someone else signed up with your address before you.
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
          onClick={() => run(({ confirmAddress }) => confirmAddress('delete'))}
        >
          Delete
        </Button>
      </div>
      <FailureNotice text={failure} />
    </section>
  );
}
