import { LimitReached } from '#shared/data/member/member-data.ts';

/** Chooses random slots, so that two tabs that save at the same time rarely collide. Throws LimitReached. */
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

/** The first free slot from index `first` on, wrapping around. Throws LimitReached. */
export function nextFreeSlot(
  slots: readonly string[],
  taken: ReadonlySet<string>,
  first: number,
): string {
  const free = [...slots.slice(first), ...slots.slice(0, first)].find((slot) => !taken.has(slot));
  if (free === undefined) throw new LimitReached();
  return free;
}
