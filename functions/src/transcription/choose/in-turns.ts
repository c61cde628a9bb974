import type { UntranscribedEpisode } from '../../catalogue/store/transcription-store.ts';

/** A person who follows a show, or whose alert names it. */
export interface TranscriptionRequest {
  person: string;
  /** URL of the show's feed. */
  feed: string;
}

/** Returns the newest episode of each show, then the second newest of each. Shows with more followers come first. */
export function inRounds(candidates: readonly UntranscribedEpisode[]): UntranscribedEpisode[] {
  const shows = new Map<string, UntranscribedEpisode[]>();
  for (const episode of candidates) {
    const show = shows.get(episode.feed) ?? [];
    shows.set(episode.feed, show);
    show.push(episode);
  }
  const lists = [...shows.values()];
  for (const show of lists) show.sort((left, right) => right.publishedAtMs - left.publishedAtMs);
  lists.sort((left, right) => (right[0]?.followers ?? 0) - (left[0]?.followers ?? 0));
  const rounds = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: rounds }, (_, round) =>
    lists.flatMap((show) => show[round] ?? []),
  ).flat();
}

interface Turn {
  /** Episodes of shows that the person asked for. */
  chosen: number;
  queue: { at: number; episode: UntranscribedEpisode }[];
}

/**
 * Offers episodes to `take`, each to the person for whom the fewest episodes were chosen so far. An episode counts
 * for everybody who asked for its show.
 * @param earlier Feeds of the episodes that were chosen before.
 * @param take Returns false if the episode is not chosen.
 */
export function chooseInTurns(
  candidates: readonly UntranscribedEpisode[],
  requests: readonly TranscriptionRequest[],
  earlier: readonly string[],
  take: (episode: UntranscribedEpisode) => boolean,
): void {
  const people = new Map<string, Turn>();
  const turnsOf = new Map<string, Set<Turn>>();
  for (const { person, feed } of requests) {
    const turn = people.get(person) ?? { chosen: 0, queue: [] };
    people.set(person, turn);
    turnsOf.set(feed, (turnsOf.get(feed) ?? new Set()).add(turn));
  }
  const count = (feed: string) => turnsOf.get(feed)?.forEach((turn) => (turn.chosen += 1));
  earlier.forEach(count);
  inRounds(candidates).forEach((episode, at) =>
    turnsOf.get(episode.feed)?.forEach(({ queue }) => queue.push({ at, episode })),
  );
  const waiting = new Set([...people.values()].filter(({ queue }) => queue.length > 0));
  for (const { queue } of waiting) queue.reverse();
  const offered = new Set<UntranscribedEpisode>();
  for (;;) {
    let next: Turn | undefined;
    for (const turn of waiting) {
      while (offered.has(turn.queue.at(-1)?.episode as UntranscribedEpisode)) turn.queue.pop();
      if (turn.queue.length === 0) waiting.delete(turn);
      else if (next === undefined || isBefore(turn, next)) next = turn;
    }
    const episode = next?.queue.at(-1)?.episode;
    if (episode === undefined) return;
    offered.add(episode);
    if (take(episode)) count(episode.feed);
  }
}

function isBefore(one: Turn, other: Turn): boolean {
  if (one.chosen !== other.chosen) return one.chosen < other.chosen;
  return (one.queue.at(-1)?.at ?? 0) < (other.queue.at(-1)?.at ?? 0);
}
