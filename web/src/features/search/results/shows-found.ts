import { type Episode, showTerm } from 'functions/contract';
import { showName } from '#shared/search/show-name.ts';

export interface ShowFound {
  name: string;
  /** Episodes among those given. */
  count: number;
  /** What keeps a search to this show; null if its name cannot be searched for. */
  term: string | null;
}

/** The shows of some episodes, those with most of them first. */
export function showsFound(episodes: readonly Episode[]): ShowFound[] {
  const counts = new Map<string, number>();
  for (const { podcast } of episodes) {
    if (podcast !== '') counts.set(podcast, (counts.get(podcast) ?? 0) + 1);
  }
  return [...counts.entries()]
    .map(([name, count]) => ({ name, count, term: showTerm(showName(name)) }))
    .sort((one, other) => other.count - one.count);
}
