import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { Timestamp } from 'firebase-admin/firestore';
import { HOUR_MS } from '../contract/index.ts';
import type { LinkPage } from './link-page.ts';
import type { LinkGrant } from './link-token.ts';

/** What one kind of link does, in one transaction. Repeating it changes nothing. */
export interface LinkAction<Grant extends LinkGrant, State> {
  /** What a form asks for to have it done; a mailbox program's one click always asks to stop. */
  wish: 'stop' | 'change';
  /** Reads what the link concerns; null if it is gone. */
  read: (transaction: Transaction, grant: Grant, firestore: Firestore) => Promise<State | null>;
  /** Does it, and returns the new state. */
  apply: (transaction: Transaction, grant: Grant, state: State) => State | Promise<State>;
  /** Takes it back; null where that needs a link of its own. */
  undo: ((transaction: Transaction, grant: Grant, state: State) => State | Promise<State>) | null;
  /**
   * The page's text.
   * @param isUndone Whether the request has just taken it back.
   * @param sign Makes the token of another link.
   */
  describe: (
    state: State,
    grant: Grant,
    isUndone: boolean,
    sign: (grant: LinkGrant) => string,
  ) => LinkPage;
}

/** Who takes back a stop so soon did not mean it, and misses nothing that came meanwhile. */
const SLIP_WITHIN_MS = HOUR_MS;

/** @param stoppedAt When mail was stopped, as a document has it. */
export function isSlip(stoppedAt: unknown): boolean {
  return stoppedAt instanceof Timestamp && Date.now() - stoppedAt.toMillis() < SLIP_WITHIN_MS;
}
