import { DEFAULT_PREFERENCES, newPreferencesSchema } from 'functions/contract';

/** Returns null if the browser throws, or reports no time zone that can be stored. */
export function knownTimeZone(): string | null {
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return newPreferencesSchema.shape.timeZone.safeParse(timeZone).data ?? null;
  } catch {
    return null;
  }
}

export function browserTimeZone(): string {
  return knownTimeZone() ?? DEFAULT_PREFERENCES.timeZone;
}
