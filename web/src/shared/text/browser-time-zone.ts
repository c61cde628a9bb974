import { DEFAULT_PREFERENCES, newPreferencesSchema } from 'functions/contract';

/** The browser's time zone; the default preferences' zone if it is unknown or not storable. */
export function browserTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const read = newPreferencesSchema.shape.timeZone.safeParse(timeZone);
  return read.success ? read.data : DEFAULT_PREFERENCES.timeZone;
}
