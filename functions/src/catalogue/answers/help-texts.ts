/** Columns in which spellings are looked for. */
export const HELP_TEXTS = 'title, podcast, publisher, description';
