import { serverTimestamp, Timestamp } from 'firebase/firestore/lite';
import type { Field } from './shape-cases.ts';

/** Accepts only the server's time. */
export const CREATED_AT: Field = {
  name: 'createdAt',
  accepted: [],
  refused: [
    ['a time long past', Timestamp.fromMillis(0)],
    ['the time by the client’s clock', Timestamp.now()],
    // A day ahead, because a minute may pass before the case runs on a busy machine.
    ['a time to come', Timestamp.fromMillis(Date.now() + 24 * 60 * 60_000)],
    ['epoch milliseconds', Date.now()],
    ['a text', '2026-01-01T00:00:00Z'],
    ['null', null],
  ],
};

const [LONG_PAST, CLIENTS_CLOCK, ...UNTRUE] = CREATED_AT.refused;

/** A date in a restored document, which may be any time up to now. */
export function pastTime(name: string): Field {
  return {
    name,
    accepted: [['the time of the request', serverTimestamp()], LONG_PAST!, CLIENTS_CLOCK!],
    refused: UNTRUE,
  };
}
