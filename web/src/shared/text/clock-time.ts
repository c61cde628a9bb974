/** Whether the person's language counts hours to 24 ("h23"); undefined if it is unknown. */
function hourCycle(language?: string): Intl.DateTimeFormatOptions['hourCycle'] {
  return new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hourCycle;
}

/**
 * A date and time: the date in US English (specification, section 9), the time in the person's own form,
 * "Nov 19, 2026, 4:05 PM" or "Nov 19, 2026, 16:05".
 */
export function dateAndTime(epochMs: number, language?: string): string {
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: hourCycle(language),
  }).format(epochMs);
}
