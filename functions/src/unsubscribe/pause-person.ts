import * as z from 'zod';
import { DEFAULT_PREFERENCES } from '../contract/index.ts';

/**
 * The fields of a person's document that say how often mail is sent. Any text is preserved: a
 * cadence that this version does not know must survive "stop" and "undo".
 */
export interface PauseFields {
  cadence: string;
  /** The cadence before a link stopped the mail; null while it is not stopped. */
  cadenceBeforePause: string | null;
}

const PAUSED = 'paused';

const personSchema = z.object({
  cadence: z.string().catch(DEFAULT_PREFERENCES.cadence),
  cadenceBeforePause: z.string().catch(DEFAULT_PREFERENCES.cadence),
});

/** The cadence in these fields of a person. */
export function cadenceOf(person: object): string {
  return personSchema.parse(person).cadence;
}

/** Whether a person with these fields gets no mail. */
export function isPaused(person: object): boolean {
  return cadenceOf(person) === PAUSED;
}

/** The fields that set a cadence. Setting `paused` remembers the cadence from before. */
export function cadenceFields(person: object, cadence: string): PauseFields {
  return cadence === PAUSED ? pausedFields(person) : { cadence, cadenceBeforePause: null };
}

/** The fields that stop all mail and remember the cadence. */
export function pausedFields(person: object): PauseFields {
  return { cadence: PAUSED, cadenceBeforePause: personSchema.parse(person).cadence };
}

/** The fields that restore the mail at its former cadence. */
export function resumedFields(person: object): PauseFields {
  return { cadence: personSchema.parse(person).cadenceBeforePause, cadenceBeforePause: null };
}
