import type { NewEpisode } from '../../catalogue/new-episode.ts';
import type { DigestEpisode } from '../../mail/digest/digest-content.ts';
import type { MatchedEpisode } from '../matching/match-cache.ts';
import type { EpisodeSource } from '../matching/match-changes.ts';
import type { ShownEpisode, ShownFor } from './digest-episodes.ts';
import type { DigestInput } from './plan-digest.ts';

/** Size limit of the cache, about 30 MB; a full cache is emptied. */
const MOST_KEPT = 40_000;
/** Episodes whose texts are kept meanwhile, about 20 MB with transcripts. */
const MOST_TEXTS = 2_000;

type Matches = Pick<DigestInput<MatchedEpisode>, 'matches'>;

export interface Planner<Input extends Matches, Plan> {
  /** As `plan` of {@link Planning}, of what is still in the catalogue. */
  plan(input: Input): Promise<{
    planned: Plan;
    /** Something matched that is no longer there as it was. */
    isAnyGone: boolean;
  }>;
}

interface Planning<Input, Plan> {
  plan: (input: Input & { shown: ShownEpisode<MatchedEpisode> }) => Plan;
  show: (episode: NewEpisode, wanted: ShownFor) => DigestEpisode;
}

/**
 * Plans digests of matched episodes, and reads texts only of episodes that a digest shows. Caches each by
 * keyword: snippets are slow to cut, and many people get the same one.
 */
export function digestPlanner<Input extends Matches, Plan>(
  { episodesWithIds }: Pick<EpisodeSource, 'episodesWithIds'>,
  { plan, show }: Planning<Input, Plan>,
): Planner<Input, Plan> {
  let shown = new Map<string, DigestEpisode>();
  let texts = new Map<string, NewEpisode>();
  const gone = new WeakSet<MatchedEpisode>();

  async function read(missing: ReadonlySet<MatchedEpisode>): Promise<void> {
    const unread = [...missing].filter(({ fingerprint }) => !texts.has(fingerprint));
    if (unread.length === 0) return;
    const found = await episodesWithIds(unread.map(({ id }) => id));
    const byItem = new Map(found.map((episode) => [episode.item, episode]));
    if (texts.size + unread.length > MOST_TEXTS) texts = new Map();
    for (const episode of unread) {
      const text = byItem.get(episode.item);
      if (text === undefined) gone.add(episode);
      else texts.set(episode.fingerprint, text);
    }
  }

  return {
    async plan(input) {
      for (;;) {
        const { matches, isAnyGone } = stillThere(input, gone);
        const missing = new Map<string, { episode: MatchedEpisode; wanted: ShownFor }>();
        const planned = plan({
          ...input,
          matches,
          shown: (episode, wanted) => {
            const key = keyOf(episode, wanted);
            const known = shown.get(key);
            if (known === undefined) missing.set(key, { episode, wanted });
            return known ?? unread(episode);
          },
        });
        if (missing.size === 0) return { planned, isAnyGone };
        await read(new Set(Array.from(missing.values(), ({ episode }) => episode)));
        if (shown.size + missing.size > MOST_KEPT) shown = new Map();
        for (const [key, { episode, wanted }] of missing) {
          const text = texts.get(episode.fingerprint);
          if (text !== undefined) shown.set(key, show(text, wanted));
        }
      }
    },
  };
}

function keyOf({ fingerprint }: MatchedEpisode, { keyword, spoken }: ShownFor): string {
  return `${fingerprint} ${spoken === false ? 'notes' : ''} ${keyword}`;
}

/** Stands for an episode whose text is not read yet; sorted as the episode. */
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
