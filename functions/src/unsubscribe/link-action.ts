import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { Timestamp } from 'firebase-admin/firestore';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import type { LinkPage } from './link-page.ts';
import type { LinkGrant } from './link-token.ts';

/** The action of one kind of link, in one transaction. Idempotent. */
export interface LinkAction<Grant extends LinkGrant, State> {
  /** The form value that triggers `apply`; one-click unsubscribing (RFC 8058) always means `stop`. */
  wish: 'stop' | 'change';
  /** Null if the alert is gone. */
  read: (transaction: Transaction, grant: Grant, firestore: Firestore) => Promise<State | null>;
  apply: (transaction: Transaction, grant: Grant, state: State) => State | Promise<State>;
  /** Null if undoing needs a link of its own. */
  undo: ((transaction: Transaction, grant: Grant, state: State) => State | Promise<State>) | null;
  /**
   * @param isUndone The request has just undone the action.
   * @param sign Creates the token of another link.
   */
  describe: (
    state: State,
    grant: Grant,
    isUndone: boolean,
    sign: (grant: LinkGrant) => string,
  ) => LinkPage;
}

/** Whether a link may still undo what a link did then. Later only the person can, who signs in. */
export function isUndoable(doneAt: unknown): boolean {
  return doneAt instanceof Timestamp && Date.now() - doneAt.toMillis() < DAY_MS;
}

export function isSameTime(one: unknown, other: unknown): boolean {
  return one instanceof Timestamp && other instanceof Timestamp && one.isEqual(other);
}

/** A stop undone within this time was a mistake: episodes from in between are mailed. */
const SLIP_WITHIN_MS = HOUR_MS;

/** @param stoppedAt Firestore timestamp of the stop. */
export function isSlip(stoppedAt: unknown): boolean {
  return stoppedAt instanceof Timestamp && Date.now() - stoppedAt.toMillis() < SLIP_WITHIN_MS;
}
