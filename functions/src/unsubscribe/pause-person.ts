import * as z from 'zod';
import { DEFAULT_PREFERENCES } from '../contract/index.ts';

/**
 * What of a person's document says how often mail comes. Any text is kept as it is: a cadence that
 * this version does not know must survive "stop" and "undo".
 */
interface PauseFields {
  cadence: string;
  /** How often mail came before it was stopped by a link; null while it is not. */
  cadenceBeforePause: string | null;
}

const PAUSED = 'paused';

const personSchema = z.object({
  cadence: z.string().catch(DEFAULT_PREFERENCES.cadence),
  cadenceBeforePause: z.string().catch(DEFAULT_PREFERENCES.cadence),
});

/** Whether no mail comes to the person with these fields. */
export function isPaused(person: object): boolean {
  return personSchema.parse(person).cadence === PAUSED;
}

/** The fields that stop all mail and remember how often it came. */
export function pausedFields(person: object): PauseFields {
  return { cadence: PAUSED, cadenceBeforePause: personSchema.parse(person).cadence };
}

/** The fields that let mail come again as often as before. */
export function resumedFields(person: object): PauseFields {
  return { cadence: personSchema.parse(person).cadenceBeforePause, cadenceBeforePause: null };
}
