/** What a search costs in one table or index, and how its texts are spread over days. */
export interface SpreadCost {
  /** Cost of all days together. */
  cost: number;
  /** Number of texts of each day, newest first. */
  texts: readonly number[];
}

/** Number of the newest of `days` days that together cost no more than `most`. */
export function affordedDays(costs: readonly SpreadCost[], days: number, most: number): number {
  const costOfDay = Array.from({ length: days }, () => 0);
  for (const { cost, texts } of costs.filter((each) => each.cost > 0)) {
    const all = texts.reduce((sum, count) => sum + count, 0);
    texts.forEach(
      (count, day) => (costOfDay[day] = (costOfDay[day] ?? 0) + (cost * count) / Math.max(all, 1)),
    );
  }
  let left = most;
  const end = costOfDay.findIndex((cost) => (left -= cost) < 0);
  return end === -1 ? days : end;
}
