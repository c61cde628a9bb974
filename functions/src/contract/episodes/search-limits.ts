// Separate from the schemas, so that pages can import the limits without loading zod.

export const MAX_KEYWORDS = 20;
/** Longest keyword or phrase, in UTF-16 code units after trimming. */
export const MAX_KEYWORD_LENGTH = 200;
/** Most words of one keyword or phrase that is searched for; see {@link countWords}. */
export const MAX_PHRASE_WORDS = 20;
/** Most words of all keywords of one search together. */
export const MAX_SEARCH_WORDS = 60;
/** Most episodes one search answers with, newest first. */
export const MAX_EPISODES = 100;
/** `total` is counted up to here; a search that matches more answers with this number. */
export const MAX_TOTAL = 1000;
/** Most places where it is said that an answer quotes of one episode. */
export const MAX_SPOKEN_SHOWN = 3;
/** Most chapters that one search answers with, of all its episodes together; see `limitChapters`. */
export const MAX_CHAPTERS_SHOWN = 120;

/** Most other shows that an answer names for an episode in several feeds. */
export const MAX_ALSO_IN = 5;

/** Most reasons that an answer gives for an episode. */
export const MAX_REASONS = 6;

/**
 * Texts of an episode in which words can be found, besides its transcript. `host` and `guest` are their
 * names, `people` the names of others who take part.
 */
export const FOUND_PLACES = [
  'title',
  'show',
  'publisher',
  'host',
  'guest',
  'people',
  'chapters',
  'notes',
] as const;

/** How many words a text has, as a person counts them: runs of letters and digits. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu)?.length ?? 0;
}
