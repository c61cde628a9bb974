import type { Cadence, NewPreferences } from 'functions/contract';
import { browserTimeZone } from '#shared/text/browser-time-zone.ts';
import { SelectField } from '#shared/ui/select-field.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { hourText, weekdayText, zoneText } from './clock-text.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** What is to be chosen for each cadence. */
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

/** When a digest comes; nothing for cadences without a time of their own. */
export function DigestTime({ value, onChange }: DigestTimeProps) {
  const { cadence, hour, weekday, timeZone } = value;
  const choices = CHOICES[cadence];
  if (!choices.time) return null;
  const here = browserTimeZone();
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
          Time zone: <span className="font-medium text-ink">{zoneText(timeZone)}</span>
        </p>
        {here !== timeZone && (
          <TextButton onClick={() => onChange({ timeZone: here })}>Use {zoneText(here)}</TextButton>
        )}
      </div>
    </div>
  );
}
