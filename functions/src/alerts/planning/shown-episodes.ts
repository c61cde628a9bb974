import { createSizedCache, textBytes } from '../../platform/sized-cache.ts';
import type { NewEpisode } from '../../catalogue/changes/new-episode.ts';
import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import type { MatchedEpisode } from '../matching/matched-episode.ts';
import type { EpisodeSource } from '../../catalogue/changes/episode-source.ts';
import type { ShownFor } from '../matching/episode-ground.ts';
import type { ShownEpisode } from './digest-episodes.ts';
import type { DigestInput } from './plan-digest.ts';

/** Room for about 20 000 shown episodes, or 600 with long lists of chapters. */
const MOST_SHOWN_BYTES = 30_000_000;
/** Room for about 1 000 episodes with packed transcripts. */
const MOST_TEXT_BYTES = 20_000_000;
/** Episodes whose texts are in memory together; an unpacked transcript takes up to 5 MB. */
const READ_TOGETHER = 20;

type Matches = Pick<DigestInput<MatchedEpisode>, 'matches'>;

export interface Planner<Input extends Matches, Plan> {
  /** Does the same as `plan` of {@link Planning} with the episodes that are still in the catalogue. */
  plan(input: Input): Promise<{
    planned: Plan;
    /** True if a matched episode has changed or is gone. */
    isAnyGone: boolean;
  }>;
}

interface Planning<Input, Plan> {
  plan: (input: Input & { shown: ShownEpisode<MatchedEpisode> }) => Plan;
  show: (episode: NewEpisode, wanted: ShownFor) => DigestEpisode;
  onGone: () => void;
}

/**
 * Plans digests of matched episodes, and reads texts only of episodes that a digest shows. Shown episodes are
 * cached by keyword: snippets are slow to cut, and many people get the same one.
 */
export function digestPlanner<Input extends Matches, Plan>(
  { episodesWithIds }: Pick<EpisodeSource, 'episodesWithIds'>,
  { plan, show, onGone }: Planning<Input, Plan>,
): Planner<Input, Plan> {
  const cached = createSizedCache<DigestEpisode>(MOST_SHOWN_BYTES, (each) =>
    textBytes(JSON.stringify(each)),
  );
  const texts = createSizedCache<ShownTexts>(MOST_TEXT_BYTES, bytesOf);
  const gone = new WeakSet<MatchedEpisode>();

  /** Yields episodes with their texts, and as `gone` those that are no longer in the catalogue. */
  async function* read(episodes: readonly MatchedEpisode[]) {
    for (let from = 0; from < episodes.length; from += READ_TOGETHER) {
      const together = episodes.slice(from, from + READ_TOGETHER);
      const known = together.map(({ fingerprint }) => texts.get(fingerprint));
      const unread = together.filter((_, at) => known[at] === undefined);
      const found = unread.length > 0 ? await episodesWithIds(unread.map(({ id }) => id)) : [];
      const byItem = new Map(found.map((episode) => [episode.item, episode]));
      for (const [at, episode] of together.entries()) {
        const text = known[at] ?? shownTexts(byItem.get(episode.item));
        if (text === undefined) {
          gone.add(episode);
          onGone();
        } else {
          texts.set(episode.fingerprint, text);
          yield { episode, text };
        }
      }
    }
  }

  return {
    async plan(input) {
      // The episodes that this plan shows: unlike the cache, the map keeps all of them.
      const shown = new Map<string, DigestEpisode>();
      for (;;) {
        const { matches, isAnyGone } = stillThere(input, gone);
        const missing = new Map<MatchedEpisode, Map<string, ShownFor>>();
        const planned = plan({
          ...input,
          matches,
          shown: (episode, wanted) => {
            const key = keyOf(episode, wanted);
            const known = shown.get(key) ?? cached.get(key);
            if (known === undefined) {
              missing.set(
                episode,
                (missing.get(episode) ?? new Map<string, ShownFor>()).set(key, wanted),
              );
              return unread(episode);
            }
            shown.set(key, known);
            return known;
          },
        });
        if (missing.size === 0) return { planned, isAnyGone };
        for await (const { episode, text } of read([...missing.keys()])) {
          for (const [key, wanted] of missing.get(episode) ?? []) {
            const made = show(text, wanted);
            shown.set(key, made);
            cached.set(key, made);
          }
        }
      }
    },
  };
}

/**
 * Texts without the transcript in the form for matching (`said`): quotations are taken from its smaller
 * packed form (`spoken`).
 */
type ShownTexts = Omit<NewEpisode, 'said'>;

function shownTexts(episode: NewEpisode | undefined): ShownTexts | undefined {
  if (episode === undefined) return undefined;
  const texts = { ...episode };
  delete texts.said;
  return texts;
}

function bytesOf({ spoken, ...texts }: ShownTexts): number {
  return (spoken?.byteLength ?? 0) + textBytes(JSON.stringify(texts));
}

function keyOf({ fingerprint }: MatchedEpisode, { keyword, spoken }: ShownFor): string {
  return `${fingerprint} ${spoken === false ? 'notes' : ''} ${keyword}`;
}

/** Stands for an episode whose text is not read yet; has the same sort order. */
function unread({ title, podcast, pubDateMs }: MatchedEpisode): DigestEpisode {
  return { title, podcast, pubDateMs, link: '', image: '', excerpt: '' };
}

function stillThere({ matches }: Matches, gone: WeakSet<MatchedEpisode>) {
  let isAnyGone = false;
  const left = matches.flatMap((match) => {
    const episodes = match.episodes.filter((episode) => !gone.has(episode));
    if (episodes.length === match.episodes.length) return [match];
    isAnyGone = true;
    return episodes.length === 0 ? [] : [{ ...match, episodes }];
  });
  return { matches: left, isAnyGone };
}
