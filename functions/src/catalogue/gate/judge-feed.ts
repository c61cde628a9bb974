import { DAY_MS } from '../../contract/index.ts';
import type { FeedState } from '../sql/feed-states.ts';

export const PROBATION_MS = 14 * DAY_MS;
/** Shows that a publisher may start within a week. */
export const MOST_STARTS = 20;
/**
 * More than `episodes` in a day are a flood: hourly news has 24. With more than `most`, a show without
 * followers is dropped at once.
 */
export const FLOOD = { episodes: 100, most: 500 } as const;
/** A show with an episode of this age, longer than three minutes, did not begin yesterday. */
const ESTABLISHED_MS = 30 * DAY_MS;

type ReasonAgainst = 'synthetic' | 'flood' | 'burst' | 'empty';
/**
 * `operator`: the operator has decided, which the gate never changes. `new`: the probation goes on.
 * `unnamed`: only people have brought it. `blocked`: the feed asks to be in no directory.
 */
type GateReason =
  ReasonAgainst | 'operator' | 'wanted' | 'established' | 'waited' | 'new' | 'unnamed' | 'blocked';

export interface GateFacts {
  now: number;
  /** The state that the operator has given to the show; null for none. */
  word: FeedState | null;
  /** The operator lists the feed or named it. */
  isWanted: boolean;
  /** Somebody public has named its address: the operator, an index or Apple's directory. */
  isNamed: boolean;
  /** The show has passed: it goes on probation again only for a reason against it. */
  hasPassed: boolean;
  /** Start of the probation, epoch milliseconds. */
  sinceMs: number;
  followers: number;
  declaresSynthetic: boolean;
  /** Shows that its publisher started within a week of it, this one among them. */
  starts: number;
  /** Date of its oldest episode of more than three minutes, epoch milliseconds. */
  oldestLongMs: number | null;
  /** Episodes of the last day. */
  lastDay: number;
  /** Episodes that the feed lists, whatever their dates. */
  listed: number;
}

export interface Judgement {
  state: FeedState;
  reason: GateReason;
}

/** Whether a show passes the gate, and why. */
export function judgeFeed(facts: GateFacts): Judgement {
  const { now, word, isWanted, isNamed, sinceMs, followers, oldestLongMs, lastDay } = facts;
  const held = isNamed ? 'probation' : 'followers';
  if (word !== null) return { state: word, reason: 'operator' };
  if (isWanted) return { state: 'passed', reason: 'wanted' };
  const isOver = now - sinceMs >= PROBATION_MS;
  const against = reasonAgainst(facts);
  if (against !== null) {
    const isClear = against === 'synthetic' || lastDay > FLOOD.most;
    const isDropped = followers === 0 && (isOver || isClear);
    return { state: isDropped ? 'dropped' : held, reason: against };
  }
  // An unnamed feed is held however long it has been known and however old its episodes are, as its address
  // may be a secret.
  if (!isNamed) return { state: held, reason: 'unnamed' };
  const isEstablished = oldestLongMs !== null && now - oldestLongMs >= ESTABLISHED_MS;
  if (isEstablished) return { state: 'passed', reason: 'established' };
  return isOver || facts.hasPassed
    ? { state: 'passed', reason: 'waited' }
    : { state: 'probation', reason: 'new' };
}

function reasonAgainst(facts: GateFacts): ReasonAgainst | null {
  const { declaresSynthetic, lastDay, starts, listed } = facts;
  if (declaresSynthetic) return 'synthetic';
  if (lastDay > FLOOD.episodes) return 'flood';
  if (starts > MOST_STARTS) return 'burst';
  return listed === 0 ? 'empty' : null;
}
