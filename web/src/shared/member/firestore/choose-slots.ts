import { LimitReached } from '#shared/member/data/member-data.ts';

/**
 * Chooses random free slots, so that two tabs that save at the same time rarely collide.
 * @param random A number from 0 up to, but not including, 1.
 * @throws LimitReached if there are too few free slots.
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
 * The first free slot from index `first` on, wrapping around.
 * @throws LimitReached if there is no free slot.
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
