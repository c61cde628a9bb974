/** Returns "Nov 21, 2026", or '' for an invalid time. */
export function shortDate(epochMs: number): string {
  return format(epochMs, 'short');
}

/** Like {@link shortDate}, but "today" for a time of the current day. */
export function dayText(epochMs: number): string {
  const date = shortDate(epochMs);
  return date !== '' && date === shortDate(Date.now()) ? 'today' : date;
}

/** Returns "November 21, 2026", or '' for an invalid time. */
export function longDate(epochMs: number): string {
  return format(epochMs, 'long');
}

function format(epochMs: number, month: 'short' | 'long'): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleDateString('en-US', { month, day: 'numeric', year: 'numeric' });
}
