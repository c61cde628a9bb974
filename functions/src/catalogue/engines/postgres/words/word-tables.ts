/** `more_words`: the overflow of an episode's first vector; `spoken_words`: transcripts. */
export const WORD_TABLES = ['more_words', 'spoken_words'] as const;
export type WordTable = (typeof WORD_TABLES)[number];
