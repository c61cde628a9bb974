/** Share of a search's cost limit for each question of the help with spelling. */
export const HELP_SHARE = 0.05;

/** Columns in which spellings are looked for. */
export const HELP_TEXTS = 'title, podcast, publisher, description, repeated';
