import type {
  Alert,
  AlertChoice,
  LastMatches,
  PendingAlert,
  StoredMatch,
} from '../../contract/index.ts';

export interface AlertChange extends AlertChoice {
  query?: string | undefined;
  mail?: boolean | undefined;
  paused?: boolean | undefined;
  /** When the pause ends by itself, epoch milliseconds. Only with `paused`. */
  pausedUntilMs?: number | undefined;
}

type AlertCreated = { kind: 'created' | 'existing'; alert: Alert } | { kind: 'full' };

export interface MatchesWanted {
  /** Identity of the alert (`alertIdentity`). Undefined lists the matches of all alerts. */
  alertId: string | undefined;
  /** Epoch milliseconds. */
  sinceMs: number | undefined;
  /** Of the page before. */
  cursor: MatchCursor | undefined;
  limit: number;
}

export interface MatchCursor {
  seconds: number;
  nanoseconds: number;
  id: string;
}

export interface AlertStore {
  list(): Promise<Alert[]>;
  pending(): Promise<PendingAlert[]>;
  lastMatches(): Promise<LastMatches>;
  /** The newest first. `next` is null on the last page. */
  matches(wanted: MatchesWanted): Promise<{ matches: StoredMatch[]; next: MatchCursor | null }>;
  get(id: string): Promise<Alert | null>;
  create(query: string, choice: AlertChoice & { mail: boolean }): Promise<AlertCreated>;
  /** Returns null if the alert does not exist, 'duplicate' if another alert has the same query. */
  change(id: string, change: AlertChange): Promise<Alert | 'duplicate' | null>;
  /** Does nothing if the alert does not exist. */
  remove(id: string): Promise<void>;
}
