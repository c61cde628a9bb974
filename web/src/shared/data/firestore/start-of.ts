import { toldFromMs } from 'functions/contract';
import { type FieldValue, serverTimestamp, type Timestamp } from 'firebase/firestore';
import type { Off } from '#shared/data/member/member-data.ts';
import { timestampAt } from './restored-alert.ts';

/**
 * The field that stores since when an alert, its email or all email, switched on again, tells episodes. No field
 * after less than an hour off, which keeps the stored time (`toldFromMs`).
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
