/** Rounds to minutes: "1 h 12 min". */
export function shortDuration(seconds: number): string {
  return durationText(seconds, 'h', 'min', '');
}

/** Rounds to minutes, for screen readers: "1 hour 12 minutes". */
export function spokenDuration(seconds: number): string {
  return durationText(seconds, 'hour', 'minute', 's');
}

function durationText(seconds: number, hour: string, minute: string, plural: string): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    { count: Math.floor(minutes / 60), unit: hour },
    { count: minutes % 60, unit: minute },
  ];
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}${count > 1 ? plural : ''}`)
    .join(' ');
}
