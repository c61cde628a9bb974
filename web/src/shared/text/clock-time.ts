/** The hour cycle of the person's language ("h23": 24 hours, "h12": AM and PM); undefined if unknown. */
function hourCycle(language?: string): Intl.DateTimeFormatOptions['hourCycle'] {
  return new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hourCycle;
}

/**
 * A date and time in US English, with the hour cycle of the person's language:
 * "Nov 19, 2026, 4:05 PM" or "Nov 19, 2026, 16:05".
 */
export function dateAndTime(epochMs: number, language?: string): string {
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: hourCycle(language),
  }).format(epochMs);
}
