import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';

export const storedMs = z.instanceof(Timestamp).transform((at) => at.toMillis());

/** Drops fractions of a millisecond. */
export function timestamp(atMs: number): Timestamp;
export function timestamp(atMs: number | null): Timestamp | null;
export function timestamp(atMs: number | null): Timestamp | null {
  return atMs === null ? null : Timestamp.fromMillis(Math.floor(atMs));
}
