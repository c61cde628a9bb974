import type { Episode } from 'functions/contract';
import { showName } from '#shared/search/show-name.ts';
import type { Chip } from './query-chips.ts';

const MOST = 8;

/** The shows of some episodes, those with most episodes first, without shows that the query already names. */
export function namedShows(episodes: readonly Episode[], chips: readonly Chip[]): string[] {
  const counts = new Map<string, number>();
  for (const { podcast } of episodes) {
    const name = showName(podcast);
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const known = new Set(
    chips
      .filter(({ kind }) => kind === 'show' || kind === 'not-show')
      .map(({ label }) => label.toLowerCase()),
  );
  return [...counts.entries()]
    .filter(([name]) => !known.has(name.toLowerCase()))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([name]) => name);
}
