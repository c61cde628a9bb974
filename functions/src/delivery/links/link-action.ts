import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { Timestamp } from 'firebase-admin/firestore';
import type { LinkPage } from './link-page.ts';
import type { LinkGrant } from './link-token.ts';

/** The action of one kind of link. Idempotent; runs in one transaction. */
export interface LinkAction<Grant extends LinkGrant, State> {
  wish: 'stop' | 'change';
  read: (transaction: Transaction, grant: Grant, firestore: Firestore) => Promise<State | null>;
  apply: (transaction: Transaction, grant: Grant, state: State) => State | Promise<State>;
  /** Null if only another link can undo the action. */
  undo: ((transaction: Transaction, grant: Grant, state: State) => State | Promise<State>) | null;
  /** @param isUndone True if this request undid the action. */
  describe: (
    state: State,
    grant: Grant,
    isUndone: boolean,
    sign: (grant: LinkGrant) => string,
  ) => LinkPage;
}

/** Returns epoch ms with a fraction, because Firestore stores microseconds. */
export function exactMs(time: unknown): number | null {
  return time instanceof Timestamp ? time.seconds * 1000 + time.nanoseconds / 1e6 : null;
}
