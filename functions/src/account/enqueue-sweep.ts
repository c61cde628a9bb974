import * as z from 'zod';
import { REGION } from '../platform/runtime-options.ts';

/** The queue of the task function in sweep-account-task.ts, as Cloud Tasks names it. */
export const SWEEP_QUEUE = `locations/${REGION}/functions/sweepAccount`;

/** Identity tokens are valid for an hour; the other quarter of an hour is for a slow deletion. */
export const SWEEP_DELAY_SECONDS = 75 * 60;

/** Payload of a sweep: the id of the account whose deletion has begun. */
export const sweepTaskSchema = z.strictObject({ uid: z.string().min(1).max(128) });

export type SweepTask = z.infer<typeof sweepTaskSchema>;
