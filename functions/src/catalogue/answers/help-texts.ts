/** Share of a search's cost limit that each query for help with spelling may use. */
export const HELP_SHARE = 0.05;

/** Columns in which spellings are looked for. */
export const HELP_TEXTS = 'title, podcast, publisher, description, repeated';
