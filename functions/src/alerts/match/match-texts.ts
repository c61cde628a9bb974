import { neededTerms } from '../../query/alert-plan.ts';
import { factTokens } from '../../query/facts.ts';
import { fieldOf, NAME_TEXTS, type SearchedTexts, WRITTEN_TEXTS } from '../../query/fields.ts';
import { planOfKey } from '../../query/normalize-query.ts';
import { termKey } from '../../query/plan-key.ts';
import {
  type QueryPlan,
  type Term,
  termPhrases,
  matchesPlan,
  wantedPlan,
} from '../../query/query-plan.ts';
import { isOnlyForm, namesOf, type Phrase } from '../../query/query-words.ts';
import { ownTokens } from '../../query/tokenize.ts';
import { createTextSets, type TextSet } from './text-set.ts';
import { createWordList, type WordFinder } from './word-list.ts';

export interface MatchedTexts {
  /** Numbers episodes from 0. Must not be called after `foundBy`. */
  add(texts: SearchedTexts): void;
  /**
   * Yields each matching query with the numbers of its episodes, ascending. Unlike a search, leaves out episodes of
   * which only the name of the show or its publisher matches.
   * @param queries Normal forms (`normalizeKeyword`, `normalizeQuery`).
   * @param spoken False excludes transcripts.
   */
  foundBy(
    queries: Iterable<string>,
    spoken: boolean,
  ): Generator<readonly [query: string, episodes: readonly number[]]>;
}

/** Each field is a bit, so that a set of fields is a number. */
const FIELDS = [...WRITTEN_TEXTS, 'facts', 'said'] as const;
const EVERYWHERE = 2 ** FIELDS.length - 1;
const WRITTEN = EVERYWHERE - bitOf('said');
const NAMES = NAME_TEXTS.reduce((bits, text) => bits | bitOf(text), 0);

function bitOf(field: (typeof FIELDS)[number]): number {
  return 1 << FIELDS.indexOf(field);
}

/** Max cached terms. The set of episodes of each term takes up to 1.3 kB. */
const MAX_SETS = 4_000;

export function createMatchedTexts(): MatchedTexts {
  const list = createWordList();
  const shows: string[] = [];
  let finder: WordFinder | undefined;
  let named: Map<string, number[]> | undefined;

  function readyFinder(): WordFinder {
    return (finder ??= list.createFinder());
  }

  /** Returns ascending, unique numbers, unless the phrase ends with a prefix. */
  function episodesWith(phrase: Phrase, fields: number): number[] {
    const episodes: number[] = [];
    let last = -1;
    readyFinder().find(phrase, (id) => {
      const episode = Math.floor(id / FIELDS.length);
      if (episode === last || (fields & (1 << (id % FIELDS.length))) === 0) return;
      episodes.push((last = episode));
    });
    return episodes;
  }

  function episodesOfShow(term: Term): number[] {
    named ??= numbersByName(shows);
    return termPhrases(term).flatMap(({ tokens }) => named?.get(tokens.join(' ')) ?? []);
  }

  function createMatcher(searched: number): (plan: QueryPlan) => number[] {
    const sets = createTextSets(shows.length);
    const known = new Map<string, TextSet>();
    function episodesOf(term: Term, among = searched): TextSet {
      const key = `${among} ${termKey(term)}`;
      let set = known.get(key);
      if (set !== undefined) return set;
      const fields = fieldsOf(term) & among;
      const episodes = term.whole
        ? episodesOfShow(term)
        : termPhrases(term).flatMap((phrase) => episodesWith(phrase, fields));
      set = episodes.length === 0 ? sets.none : sets.of(episodes);
      if (known.size >= MAX_SETS) known.clear();
      known.set(key, set);
      return set;
    }
    const isFound = (term: Term) => episodesOf(term) !== sets.none;
    function episodesFor({ all, oneOf, not, without }: QueryPlan): TextSet {
      const wanted = sets.common([
        ...all.map((term) => episodesOf(term)),
        ...oneOf.map((choice) => sets.any(choice.map(episodesFor))),
      ]);
      if (not.length + without.length === 0) return wanted;
      const excluded = [...not.map((term) => episodesOf(term)), ...without.map(episodesFor)];
      return sets.without(wanted, sets.any(excluded));
    }
    /** Episodes in which a wanted term stands elsewhere than in names. */
    function toldOf(plan: QueryPlan): TextSet | null {
      const terms = neededTerms(plan);
      return terms && sets.any(terms.map((term) => episodesOf(term, searched & ~NAMES)));
    }
    return (plan) => {
      if (!matchesPlan(wantedPlan(plan), isFound)) return [];
      const found = episodesFor(plan);
      const told = found === sets.none ? null : toldOf(plan);
      return sets.numbersIn(told === null ? found : sets.common([found, told]));
    };
  }

  return {
    add(texts) {
      const episode = shows.push(texts.podcast) - 1;
      for (const [at, field] of FIELDS.entries()) {
        const id = episode * FIELDS.length + at;
        if (field === 'facts') list.addTokens(factTokens(texts), id);
        else if (texts[field]) list.add(texts[field], id);
      }
    },
    *foundBy(queries, spoken) {
      const searched = spoken ? EVERYWHERE : WRITTEN;
      const matchPlan = createMatcher(searched);
      const { beginsName } = readyFinder();
      for (const query of queries) {
        let episodes: readonly number[] = [];
        if (isOnlyForm(query)) {
          const tokens = query.split(' ');
          const told = searched & ~NAMES;
          episodes = episodesWith({ tokens, beginning: false }, told);
          for (const name of tokens.some(beginsName) ? namesOf(tokens) : []) {
            const others = episodesWith({ tokens: name, beginning: false }, told);
            if (others.length > 0) episodes = inOrder([...episodes, ...others]);
          }
        } else {
          const plan = planOfKey(query);
          if (plan !== null) episodes = matchPlan(plan);
        }
        if (episodes.length > 0) yield [query, episodes];
      }
    },
  };
}

function inOrder(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((one, other) => one - other);
}

function fieldsOf({ field }: Term): number {
  const { text } = fieldOf(field);
  return text === null ? EVERYWHERE : bitOf(text);
}

function numbersByName(shows: readonly string[]): Map<string, number[]> {
  const names = new Map<string, number[]>();
  const known = new Map<string, number[]>();
  for (const [number, show] of shows.entries()) {
    let numbers = known.get(show);
    if (numbers === undefined) {
      const name = ownTokens(show).join(' ');
      numbers = names.get(name) ?? [];
      names.set(name, numbers);
      known.set(show, numbers);
    }
    numbers.push(number);
  }
  return names;
}
