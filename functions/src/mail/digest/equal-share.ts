/**
 * The largest number that each may use, so that together they use at most `most`. Zero where not
 * even one each fits.
 * @param counts How many each could use.
 */
export function equalShare(counts: readonly number[], most: number): number {
  const totalWith = (share: number) =>
    counts.reduce((total, count) => total + Math.min(count, share), 0);
  const largest = Math.max(0, ...counts);
  let share = 0;
  while (share < largest && totalWith(share + 1) <= most) share += 1;
  return share;
}
