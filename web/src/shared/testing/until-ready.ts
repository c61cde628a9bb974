import { filter, firstValueFrom } from 'rxjs';
import type { LiveList, LiveQuery } from '#shared/data/member/live-query.ts';

/** Resolves to the items of a live list once they are ready and wanted. */
export async function untilReady<T>(
  list: LiveQuery<T>,
  isWanted: (items: readonly T[]) => boolean = () => true,
): Promise<readonly T[]> {
  type Ready = Extract<LiveList<T>, { status: 'ready' }>;
  const isReady = (now: LiveList<T>): now is Ready => now.status === 'ready' && isWanted(now.items);
  const release = list.hold();
  try {
    return (await firstValueFrom(list.values.pipe(filter(isReady)))).items;
  } finally {
    release();
  }
}
