import { LimitReached } from '#shared/member/data/member-data.ts';

/**
 * Random free slots, as many as wanted. Random, so that two tabs that save at once rarely choose the same.
 * @param random From 0 up to but not including 1.
 * @throws LimitReached when fewer are free.
 */
export function freeSlots(
  slots: readonly string[],
  taken: ReadonlySet<string>,
  wanted: number,
  random: () => number = Math.random,
): string[] {
  const free = slots.filter((slot) => !taken.has(slot));
  if (free.length < wanted) throw new LimitReached();
  return Array.from({ length: wanted }, () => {
    const [chosen = ''] = free.splice(Math.floor(random() * free.length), 1);
    return chosen;
  });
}

/**
 * The first free slot from a place on, past the end from the beginning.
 * @throws LimitReached when none is free.
 */
export function nextFreeSlot(
  slots: readonly string[],
  taken: ReadonlySet<string>,
  first: number,
): string {
  const free = [...slots.slice(first), ...slots.slice(0, first)].find((slot) => !taken.has(slot));
  if (free === undefined) throw new LimitReached();
  return free;
}
