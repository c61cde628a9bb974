import { toldFromMs } from 'functions/contract';
import { type FieldValue, serverTimestamp, type Timestamp } from 'firebase/firestore';
import type { Off } from '#shared/member/data/member-data.ts';
import { timestampAt } from './restored-alert.ts';

/**
 * The field that stores since when an alert or its email, switched on again, tells episodes. Empty after less than
 * an hour off, which keeps the stored time (`toldFromMs`).
 */
export function startOf(
  name: 'resumedAt' | 'mailOnAt',
  off: Off,
): Record<string, FieldValue | Timestamp> {
  const nowMs = Date.now();
  const fromMs = toldFromMs({ ...off, nowMs });
  if (fromMs === null) return {};
  return { [name]: fromMs === nowMs ? serverTimestamp() : timestampAt(fromMs) };
}
