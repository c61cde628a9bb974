import { DEFAULT_PREFERENCES, type NewPreferences, type Preferences } from 'functions/contract';
import { type SubmitEvent, useState } from 'react';
import { chosenPreferences } from '#shared/member/data/chosen-preferences.ts';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import { useWrite } from '#shared/member/hooks/use-write.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { CadenceChoice } from './cadence-choice.tsx';
import { hourText, zoneText } from './clock-text.ts';
import { DigestTime } from './digest-time.tsx';

/** Changes a person's preferences. Follows what is stored until something is changed here. */
export function PreferencesForm({ stored }: { stored: Preferences }) {
  const data = useMemberData();
  const [draft, setDraft] = useState<NewPreferences | null>(null);
  const [saved, setSaved] = useState(false);
  const { busy, failed, run, forget } = useWrite();
  const neverChosen = stored.updatedAtMs === null;
  const shown = draft ?? chosenPreferences(stored);

  function change(part: Partial<NewPreferences>) {
    setDraft({ ...shown, ...part });
    setSaved(false);
    forget();
  }

  function save(event: SubmitEvent) {
    event.preventDefault();
    setSaved(false);
    run(
      () => data.savePreferences(shown, stored.cadence === 'paused' && shown.cadence !== 'paused'),
      () => {
        setDraft((now) => (now === draft ? null : now));
        setSaved(true);
      },
    );
  }

  return (
    <form onSubmit={save} className="space-y-5">
      <CadenceChoice value={shown.cadence} onChoose={(cadence) => change({ cadence })} />
      <DigestTime value={shown} onChange={change} />
      <FailureNotice text={failed ? NOT_SAVED : ''} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button type="submit" disabled={busy || (draft === null && !neverChosen)}>
          {busy ? 'Saving...' : 'Save preferences'}
        </Button>
        <p role="status" className="min-w-60 flex-1 text-[0.9375rem] text-soft">
          {saved && draft === null ? 'Saved.' : neverChosen ? UNTIL_SAVED : ''}
        </p>
      </div>
    </form>
  );
}

const NOT_SAVED = 'Failed to save preferences. Please try again.';
const { hour, timeZone } = DEFAULT_PREFERENCES;
const UNTIL_SAVED = `Until you save, a digest comes daily at ${hourText(hour)} ${zoneText(timeZone)}.`;
