import { clsx } from 'clsx';
import { usePerson } from '#shared/data/hooks/use-live-list.ts';
import { CARD } from '#shared/ui/card.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import {
  type Cadence,
  CADENCES,
  DEFAULT_PREFERENCES,
  type NewPreferences,
  type Preferences,
} from 'functions/contract';
import { type SubmitEvent, useState } from 'react';
import { chosenPreferences } from '#shared/data/member/chosen-preferences.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { Button } from '#shared/ui/button.tsx';
import { hourText, weekdayText, zoneText } from '#shared/text/clock-text.ts';
import { knownTimeZone } from '#shared/text/browser-time-zone.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { SelectField } from '#shared/ui/select-field.tsx';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Fields that each cadence needs. */
const CHOICES: Record<Cadence, { day: boolean; time: boolean }> = {
  hourly: { day: false, time: false },
  daily: { day: false, time: true },
  weekly: { day: true, time: true },
  paused: { day: false, time: false },
};

interface DigestTimeProps {
  value: NewPreferences;
  onChange: (change: Partial<NewPreferences>) => void;
}

function DigestTime({ value, onChange }: DigestTimeProps) {
  const { cadence, hour, weekday, timeZone } = value;
  const choices = CHOICES[cadence];
  if (!choices.time) return null;
  const here = knownTimeZone();
  return (
    <div className="space-y-3">
      <div className="grid gap-4 sm:grid-cols-2">
        {choices.day && (
          <SelectField
            label="Day"
            value={weekday}
            onChange={(event) => onChange({ weekday: Number(event.target.value) })}
          >
            {WEEKDAYS.map((day) => (
              <option key={day} value={day}>
                {weekdayText(day)}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label="Time"
          value={hour}
          onChange={(event) => onChange({ hour: Number(event.target.value) })}
        >
          {HOURS.map((each) => (
            <option key={each} value={each}>
              {hourText(each)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
        <p>
          Time zone:{' '}
          <span className="font-medium wrap-anywhere text-ink">{zoneText(timeZone)}</span>
        </p>
        {here !== null && here !== timeZone && (
          <TextButton onClick={() => onChange({ timeZone: here })}>
            {`Use ${zoneText(here)}`}
          </TextButton>
        )}
      </div>
      {here === null && (
        <SelectField
          label="Choose your time zone:"
          value={timeZone}
          onChange={(event) => onChange({ timeZone: event.target.value })}
        >
          {zonesWith(timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {zoneText(zone)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

function zonesWith(timeZone: string): string[] {
  return [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])];
}

const TEXTS: Record<Cadence, { name: string; what: string }> = {
  hourly: { name: 'As it happens', what: 'One email an hour at most' },
  daily: { name: 'Daily', what: 'One email a day with everything new' },
  weekly: { name: 'Weekly', what: 'One email a week with everything new' },
  paused: { name: 'Paused', what: 'No email; matches still reach your inbox' },
};

interface CadenceChoiceProps {
  value: Cadence;
  onChoose: (cadence: Cadence) => void;
}

function CadenceChoice({ value, onChoose }: CadenceChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium text-ink">How often</legend>
      <div className="mt-2 grid grid-cols-1 gap-2 sm:grid-cols-2">
        {CADENCES.map((cadence) => (
          <label
            key={cadence}
            className="flex cursor-pointer gap-3 rounded-xl border border-line p-4 transition-colors hover:bg-sunken has-checked:border-link has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              name="cadence"
              value={cadence}
              checked={value === cadence}
              onChange={() => onChoose(cadence)}
              className="mt-0.5 size-5 shrink-0 accent-link outline-none"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{TEXTS[cadence].name}</span>
              <span className="mt-0.5 block text-sm text-soft">{TEXTS[cadence].what}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Follows changes from other tabs or devices until the person edits the form. */
function PreferencesForm({ stored }: { stored: Preferences }) {
  const data = useMemberData();
  const [draft, setDraft] = useState<NewPreferences | null>(null);
  const [saved, setSaved] = useState(false);
  const { busy, failed, run, forget } = useWrite();
  const neverChosen = stored.updatedAtMs === null;
  const shown = draft ?? chosenPreferences(stored);
  const resumes = stored.cadence === 'paused' && shown.cadence !== 'paused';

  function change(part: Partial<NewPreferences>) {
    setDraft({ ...shown, ...part });
    setSaved(false);
    forget();
  }

  function save(event: SubmitEvent) {
    event.preventDefault();
    setSaved(false);
    run(
      () => data.savePreferences(shown, resumes),
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
        <p role="status" className="min-w-0 flex-1 basis-60 text-[0.9375rem] text-soft">
          {saved && draft === null ? 'Saved.' : neverChosen ? UNTIL_SAVED : ''}
        </p>
      </div>
    </form>
  );
}

const NOT_SAVED = 'Failed to save preferences. Please try again.';
const { hour, timeZone } = DEFAULT_PREFERENCES;
const UNTIL_SAVED = `Default: daily at ${hourText(hour)} ${zoneText(timeZone)}.`;

const ID = 'preferences';

/** The target of links to `#preferences`. Requires a `MemberArea`. */
export function PreferencesSection() {
  const live = usePerson();
  useAnchor(ID, live.status !== 'loading');
  return (
    <section
      id={ID}
      tabIndex={-1}
      aria-label="Notification preferences"
      aria-busy={live.status === 'loading'}
      className={clsx(CARD, 'min-h-40 scroll-mt-6')}
    >
      <h2 className="text-lg font-semibold tracking-title">Notification preferences</h2>
      <p className="mt-1 text-sm text-soft">For all your alerts.</p>
      <div className="mt-4">
        {live.status === 'ready' && <PreferencesForm stored={live.person.preferences} />}
        <FailureNotice
          text={live.status === 'failed' ? 'Your preferences cannot be loaded right now.' : ''}
        />
      </div>
    </section>
  );
}
