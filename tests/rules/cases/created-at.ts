import { Timestamp } from 'firebase/firestore/lite';
import type { Field } from './shape-cases.ts';

/** The time of creation, the same in every document a client creates: the server's, or refused. */
export const CREATED_AT: Field = {
  name: 'createdAt',
  accepted: [],
  refused: [
    ['a time long past', Timestamp.fromMillis(0)],
    ['the time by the client’s clock', Timestamp.now()],
    ['a time to come', Timestamp.fromMillis(Date.now() + 60_000)],
    ['epoch milliseconds', Date.now()],
    ['a text', '2026-01-01T00:00:00Z'],
    ['null', null],
  ],
};
