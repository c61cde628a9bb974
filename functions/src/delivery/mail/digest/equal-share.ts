/** Returns the largest limit per entry that keeps the sum of `min(count, limit)` within `maxTotal`. */
export function equalShare(counts: readonly number[], maxTotal: number): number {
  const totalWith = (share: number) =>
    counts.reduce((total, count) => total + Math.min(count, share), 0);
  const largest = Math.max(0, ...counts);
  let share = 0;
  while (share < largest && totalWith(share + 1) <= maxTotal) share += 1;
  return share;
}
