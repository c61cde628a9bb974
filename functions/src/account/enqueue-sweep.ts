import * as z from 'zod';
import { REGION } from '../platform/runtime-options.ts';

/** The task function of sweep-account-task.ts, as Cloud Tasks knows it. */
export const SWEEP_QUEUE = `locations/${REGION}/functions/sweepAccount`;

/** Identity tokens live for an hour; a quarter more for a deletion that takes its time. */
export const SWEEP_DELAY_SECONDS = 75 * 60;

/** What a sweep is told: the id of an account whose deletion was begun. */
export const sweepTaskSchema = z.strictObject({ uid: z.string().min(1).max(128) });

export type SweepTask = z.infer<typeof sweepTaskSchema>;
