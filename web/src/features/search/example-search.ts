import type { Episode } from 'functions/contract';

/**
 * Keywords of the example episode, the preferred one first: names, and a word that is said in many kinds of
 * shows. None is an everyday word or phrase, which would be expensive to search for.
 */
export const SHOWN_EXAMPLES = ['OpenAI', 'Sam Altman', 'sourdough'];

const MARKED = /^(.*?)>>>(.+?)<<</s;

export interface Example {
  /** One of {@link SHOWN_EXAMPLES}. */
  keyword: string;
  episode: Episode;
  /** The text around the keyword, with highlight markers. */
  text: string;
  /** The moment at which it is said, in milliseconds, if the episode can be played; null if it is written. */
  atMs: number | null;
}

/**
 * The newest episode in which an example is said at a moment that can be played; else the newest that
 * mentions one.
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

/** The example that is marked first. */
function keywordIn(text: string): string | null {
  const found = MARKED.exec(text)?.[2]?.toLowerCase();
  return SHOWN_EXAMPLES.find((keyword) => keyword.toLowerCase() === found) ?? null;
}
