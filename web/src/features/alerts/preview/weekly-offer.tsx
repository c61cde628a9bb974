import { chosenPreferences } from '#shared/data/member/chosen-preferences.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { usePerson } from '#shared/data/hooks/use-live-list.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

/** Offers one email a week to people who get more; nothing to people who paused email. */
export function WeeklyOffer() {
  const data = useMemberData();
  const live = usePerson();
  const { busy, failed, run } = useWrite();
  if (live.status !== 'ready') return null;
  const preferences = chosenPreferences(live.person.preferences);
  if (preferences.cadence === 'paused') return null;
  if (preferences.cadence === 'weekly' && !failed) {
    return <p>You get them in one email a week.</p>;
  }
  return (
    <>
      <TextButton
        disabled={busy}
        className="disabled:opacity-70"
        onClick={() => run(() => data.savePreferences({ ...preferences, cadence: 'weekly' }))}
      >
        Get one email a week instead
      </TextButton>
      <FailureNotice text={failed ? 'Failed to save preferences. Please try again.' : ''} />
    </>
  );
}
