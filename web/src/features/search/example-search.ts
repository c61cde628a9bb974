import type { Episode } from 'functions/contract';
import { EPISODE_EXAMPLES } from '#content/subject.ts';

/** Keywords for the example episode, in order of preference. */
export const SHOWN_EXAMPLES: readonly string[] = EPISODE_EXAMPLES;

const MARKED = /^(.*?)>>>(.+?)<<</s;

export interface Example {
  /** One of {@link SHOWN_EXAMPLES}. */
  keyword: string;
  episode: Episode;
  /** Contains highlight markers. */
  text: string;
  /** When the keyword is spoken, in milliseconds; null if `text` is from the description. */
  atMs: number | null;
}

/**
 * Returns the newest episode whose playable audio has a keyword at a known time, else the newest with a keyword in its
 * description, else null. A preferred keyword matters more than a newer episode.
 * @param episodes Newest first.
 */
export function exampleAmong(episodes: readonly Episode[]): Example | null {
  const said = preferred(episodes.flatMap(saidIn));
  return said ?? preferred(episodes.flatMap(writtenIn));
}

function preferred(examples: readonly Example[]): Example | null {
  const positionOf = ({ keyword }: Example) => SHOWN_EXAMPLES.indexOf(keyword);
  return examples.toSorted((one, other) => positionOf(one) - positionOf(other))[0] ?? null;
}

function saidIn(episode: Episode): Example[] {
  if (!episode.audio) return [];
  return (episode.spoken ?? []).flatMap(({ text, atMs }) => {
    const keyword = keywordIn(text);
    return keyword === null || atMs === null ? [] : [{ keyword, episode, text, atMs }];
  });
}

function writtenIn(episode: Episode): Example[] {
  const text = episode.description;
  const keyword = keywordIn(text);
  return keyword === null ? [] : [{ keyword, episode, text, atMs: null }];
}

/** Returns the keyword in the first highlight, null if it is none of {@link SHOWN_EXAMPLES}. */
function keywordIn(text: string): string | null {
  const found = MARKED.exec(text)?.[2]?.toLowerCase();
  return SHOWN_EXAMPLES.find((keyword) => keyword.toLowerCase() === found) ?? null;
}
