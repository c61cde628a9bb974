/** Returns the sum of the last seven of 14 days, and the change from the sum of the seven days before. */
export function weekOf(days: readonly number[]): { week: number; change: number } {
  const sumOf = (some: readonly number[]) => some.reduce((sum, count) => sum + count, 0);
  const week = sumOf(days.slice(7));
  return { week, change: week - sumOf(days.slice(0, 7)) };
}
