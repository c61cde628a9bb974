import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';

/** Reads a stored time as epoch milliseconds. */
export const storedMs = z.instanceof(Timestamp).transform((at) => at.toMillis());

/** The time to store; a part of a millisecond is dropped. */
export function timestamp(atMs: number): Timestamp;
export function timestamp(atMs: number | null): Timestamp | null;
export function timestamp(atMs: number | null): Timestamp | null {
  return atMs === null ? null : Timestamp.fromMillis(Math.floor(atMs));
}
