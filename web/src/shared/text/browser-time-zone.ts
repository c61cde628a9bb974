import { DEFAULT_PREFERENCES, newPreferencesSchema } from 'functions/contract';

/** The browser's time zone; null if it names none that can be stored. Some browsers throw. */
export function knownTimeZone(): string | null {
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return newPreferencesSchema.shape.timeZone.safeParse(timeZone).data ?? null;
  } catch {
    return null;
  }
}

/** The browser's time zone, or else the default preferences'. */
export function browserTimeZone(): string {
  return knownTimeZone() ?? DEFAULT_PREFERENCES.timeZone;
}
