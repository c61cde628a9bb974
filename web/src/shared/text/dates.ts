/** A day as lists show it, US English: "Nov 21, 2026". Empty for a time that is none. */
export function shortDate(epochMs: number): string {
  return format(epochMs, 'short');
}

/** A day as the account page shows it, US English: "November 21, 2026". Empty for a time that is none. */
export function longDate(epochMs: number): string {
  return format(epochMs, 'long');
}

function format(epochMs: number, month: 'short' | 'long'): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleDateString('en-US', { month, day: 'numeric', year: 'numeric' });
}
