/**
 * The largest number that each can have at most, so that all together have no more than `most`.
 * @param counts How many each has. Zero where not even one of each fits.
 */
export function equalShare(counts: readonly number[], most: number): number {
  const totalWith = (share: number) =>
    counts.reduce((total, count) => total + Math.min(count, share), 0);
  const largest = Math.max(0, ...counts);
  let share = 0;
  while (share < largest && totalWith(share + 1) <= most) share += 1;
  return share;
}
