/** A duration in words, to the minute: short ("1 h 12 min"), and as it is spoken. */
export function durationText(seconds: number): { short: string; long: string } {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    [Math.floor(minutes / 60), 'h', 'hour'],
    [minutes % 60, 'min', 'minute'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0);
  return {
    short: shown.map(([count, unit]) => `${count} ${unit}`).join(' '),
    long: shown.map(([count, , unit]) => `${count} ${unit}${count > 1 ? 's' : ''}`).join(' '),
  };
}
