import * as z from 'zod';
import { DEFAULT_PREFERENCES } from '../../contract/index.ts';

/** Fields of `users/{uid}`. A cadence can be any text, so that a newer version's cadence survives stop and undo. */
export interface PauseFields {
  cadence: string;
  /** The cadence before a link stopped the mail; null if mail is on. */
  cadenceBeforePause: string | null;
}

const PAUSED = 'paused';

const personSchema = z.object({
  cadence: z.string().catch(DEFAULT_PREFERENCES.cadence),
  cadenceBeforePause: z.string().catch(DEFAULT_PREFERENCES.cadence),
});

export function cadenceOf(person: object): string {
  return personSchema.parse(person).cadence;
}

export function isPaused(person: object): boolean {
  return cadenceOf(person) === PAUSED;
}

export function cadenceFields(person: object, cadence: string): PauseFields {
  return cadence === PAUSED ? pausedFields(person) : { cadence, cadenceBeforePause: null };
}

export function pausedFields(person: object): PauseFields {
  return { cadence: PAUSED, cadenceBeforePause: personSchema.parse(person).cadence };
}

export function resumedFields(person: object): PauseFields {
  return { cadence: personSchema.parse(person).cadenceBeforePause, cadenceBeforePause: null };
}
