import { DEFAULT_PREFERENCES, newPreferencesSchema } from 'functions/contract';

/** The time zone this browser is set to; that of the default preferences where it tells none we can store. */
export function browserTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const read = newPreferencesSchema.shape.timeZone.safeParse(timeZone);
  return read.success ? read.data : DEFAULT_PREFERENCES.timeZone;
}
