import { createSizedCache, textBytes } from '../../platform/sized-cache.ts';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import type { ShownFor } from '../match/episode-ground.ts';
import type { ShowEpisode } from './digest-episodes.ts';
import type { WaitingEpisode } from '../outbox/waiting.ts';

const MAX_SHOWN_BYTES = 30_000_000;
const MAX_TEXT_BYTES = 20_000_000;
/** Max episodes whose texts are in memory at once. An unpacked transcript takes up to 5 MB. */
const READ_TOGETHER = 20;

export interface Planner {
  /** Calls `plan` until the texts of all episodes that it shows are read. */
  plan<Plan>(plan: (shown: ShowEpisode<WaitingEpisode>) => Plan): Promise<Plan>;
}

/**
 * Reads only the texts of shown episodes. Caches rendered episodes by keyword, because excerpts are slow to
 * extract and many people get the same. Episodes that left the catalogue have only a title and a link.
 */
export function digestPlanner(
  { episodesWithIds }: Pick<EpisodeSource, 'episodesWithIds'>,
  show: (episode: NewEpisode, wanted: ShownFor) => DigestEpisode,
): Planner {
  const cached = createSizedCache<DigestEpisode>(MAX_SHOWN_BYTES, (each) =>
    textBytes(JSON.stringify(each)),
  );
  const texts = createSizedCache<ShownTexts>(MAX_TEXT_BYTES, bytesOf);

  async function* read(episodes: readonly WaitingEpisode[]) {
    for (let from = 0; from < episodes.length; from += READ_TOGETHER) {
      const together = episodes.slice(from, from + READ_TOGETHER);
      const known = together.map(({ item }) => texts.get(item));
      const unread = together.filter((_, at) => known[at] === undefined);
      const found = unread.length > 0 ? await episodesWithIds(unread.map(({ id }) => id)) : [];
      const byItem = new Map(found.map((episode) => [episode.item, episode]));
      for (const [at, episode] of together.entries()) {
        const text = known[at] ?? shownTexts(byItem.get(episode.item));
        if (text !== null) texts.set(episode.item, text);
        yield { episode, text };
      }
    }
  }

  return {
    async plan(plan) {
      // Unlike the cache, this map retains all rendered episodes of the plan.
      const shown = new Map<string, DigestEpisode>();
      for (;;) {
        const missing = new Map<WaitingEpisode, Map<string, ShownFor>>();
        const planned = plan((episode, wanted) => {
          if (episode.shown !== undefined) return episode.shown;
          const key = keyOf(episode, wanted);
          const known = shown.get(key) ?? cached.get(key);
          if (known === undefined) {
            const asked = missing.get(episode) ?? new Map<string, ShownFor>();
            missing.set(episode, asked.set(key, wanted));
            return plainEpisode(episode);
          }
          shown.set(key, known);
          return known;
        });
        if (missing.size === 0) return planned;
        for await (const { episode, text } of read([...missing.keys()])) {
          for (const [key, wanted] of missing.get(episode) ?? []) {
            const made = text === null ? plainEpisode(episode) : show(text, wanted);
            shown.set(key, made);
            if (text !== null) cached.set(key, made);
          }
        }
      }
    },
  };
}

/** Omits `said`, because quotations are extracted from the packed transcript (`spoken`). */
type ShownTexts = Omit<NewEpisode, 'said'>;

function shownTexts(episode: NewEpisode | undefined): ShownTexts | null {
  if (episode === undefined) return null;
  const texts = { ...episode };
  delete texts.said;
  return texts;
}

function bytesOf({ spoken, ...texts }: ShownTexts): number {
  return (spoken?.byteLength ?? 0) + textBytes(JSON.stringify(texts));
}

function keyOf({ item }: WaitingEpisode, { keyword, spoken, ofNames }: ShownFor): string {
  return `${item} ${spoken === false ? 'notes' : ''} ${ofNames === true ? 'names' : ''} ${keyword}`;
}

function plainEpisode({ title, podcast, pubDateMs, link }: WaitingEpisode): DigestEpisode {
  return { title, podcast, pubDateMs, link, image: '', excerpt: '' };
}
