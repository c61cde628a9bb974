/** Outcome of a transcript that was read but is far too short for its episode, such as a placeholder. */
export const TOO_SHORT = 'too-short';

/** SQL condition on a row of `transcripts`: the episode has a text, and not only a placeholder of the publisher. */
export const HAS_TEXT = `(spoken IS NOT NULL AND (heard_s IS NOT NULL OR coalesce(outcome, '') <> '${TOO_SHORT}'))`;

/** Length of episodes that are transcribed, in seconds. */
export const [MIN_TRANSCRIBED_S, MAX_TRANSCRIBED_S] = [60, 4 * 3600];
