import type { LiveQuery } from '#shared/data/member/live-query.ts';

/** Resolves to the items of a live list once they are ready and wanted. */
export function untilReady<T>(
  list: LiveQuery<T>,
  isWanted: (items: readonly T[]) => boolean = () => true,
): Promise<readonly T[]> {
  return new Promise((resolve) => {
    const see = () => {
      const now = list.get();
      if (now.status !== 'ready' || !isWanted(now.items)) return;
      // Unknown while `subscribe` runs, which may call this at once.
      queueMicrotask(() => leave());
      resolve(now.items);
    };
    const leave = list.subscribe(see);
    see();
  });
}
