/** Share of a search's cost limit that each call of {@link Catalogue.textsWith} may use. */
export const HELP_SHARE = 0.05;

/** Columns in which spellings are looked for. */
export const HELP_TEXTS = 'title, podcast, publisher, description, repeated';
