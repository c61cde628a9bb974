import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS, MINUTE_MS } from '../../../functions/src/contract/index.ts';
import type { Changes } from '../../../functions/src/alerts/indexing/alert-source.ts';
import { isInRange, uidRanges } from '../../../functions/src/alerts/shards/uid-range.ts';
import type { NewEpisode } from '../../../functions/src/catalogue/new-episode.ts';
import { newEpisodes, savedKeywords } from '../bench-keywords.ts';
import { NOW, population } from './population.ts';

const SEED = 20_261_121;
/** Of all alerts and people, those that changed in the quarter of an hour that is looked at: a wild one. */
const CHANGED_SHARE = 0.01;

export const peopleFile = (folder: string, shard: number) =>
  path.join(folder, `people-${shard}.jsonl`);
export const episodesFile = (folder: string) => path.join(folder, 'episodes.jsonl');
export const digestsFile = (folder: string, shard: number) =>
  path.join(folder, `digests-${shard}.json`);
export const changesFile = (folder: string) => path.join(folder, 'changes.json');

/**
 * Writes what the steps work on into a folder: people with their alerts, by shard, one a line;
 * episodes of the last day, one a line; what changed last. Answers with how many people there are.
 */
export function prepare(folder: string, shards: number, alerts: number, episodes: number): number {
  const texts = newEpisodes(episodes, SEED);
  const keywords = savedKeywords(alerts, texts, SEED);
  const stored = texts.map((text, index): string => {
    const ingestedAtMs = NOW - 10 * MINUTE_MS - Math.floor((index / texts.length) * 23 * HOUR_MS);
    const link = `https://show.example/${index}`;
    const episode: NewEpisode = {
      ...{ ...text, link, ingestedAtMs, key: link, image: `${link}.jpg` },
      ...{ item: `https://feeds.example/ ${index}`, pubDateMs: ingestedAtMs - 3 * HOUR_MS },
    };
    return JSON.stringify(episode);
  });
  writeFileSync(episodesFile(folder), lines(stored));

  const ranges = uidRanges(shards);
  const people = ranges.map((): string[] => []);
  const changes: Changes = { alerts: [], people: [] };
  const changedEvery = Math.round(1 / CHANGED_SHARE);
  let count = 0;
  for (const person of population(keywords)) {
    const shard = ranges.findIndex((range) => isInRange(person.uid, range));
    people[shard]?.push(JSON.stringify(person));
    count += 1;
    if (count % changedEvery !== 0) continue;
    const changedAtMs = NOW - 5 * MINUTE_MS;
    const { uid, preferences } = person;
    changes.people.push({ uid, preferences: { ...preferences, updatedAtMs: changedAtMs } });
    changes.alerts.push(...person.alerts.map((alert) => ({ ...alert, sinceMs: changedAtMs })));
  }
  for (const [shard, each] of people.entries()) {
    writeFileSync(peopleFile(folder, shard), lines(each));
  }
  writeFileSync(changesFile(folder), JSON.stringify(changes));
  return count;
}

/** What stands in a file of JSON lines, one after the other. */
export async function* readLines<T>(file: string): AsyncGenerator<T> {
  const handle = await open(file);
  try {
    for await (const line of handle.readLines()) yield JSON.parse(line) as T;
  } finally {
    await handle.close();
  }
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
