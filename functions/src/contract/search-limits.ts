// Apart from the schemas, so that pages can know the limits without loading zod.

export const MAX_KEYWORDS = 20;
/** Longest keyword or phrase, in UTF-16 code units after trimming. */
export const MAX_KEYWORD_LENGTH = 200;
/** Most episodes one search answers with, newest first. */
export const MAX_EPISODES = 100;
/** `total` is counted up to here; a search that matches more answers with this number. */
export const MAX_TOTAL = 1000;
