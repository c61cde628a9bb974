/** The largest share per entry with a sum of at most `most`; 0 if one each does not fit. */
export function equalShare(counts: readonly number[], most: number): number {
  const totalWith = (share: number) =>
    counts.reduce((total, count) => total + Math.min(count, share), 0);
  const largest = Math.max(0, ...counts);
  let share = 0;
  while (share < largest && totalWith(share + 1) <= most) share += 1;
  return share;
}
