import type { Alert, AlertChoice, PendingAlert } from '../../contract/index.ts';

export interface AlertChange extends AlertChoice {
  query?: string | undefined;
  mail?: boolean | undefined;
  paused?: boolean | undefined;
}

type AlertCreated = { kind: 'created' | 'existing'; alert: Alert } | { kind: 'full' };

export interface AlertStore {
  list(): Promise<Alert[]>;
  pending(): Promise<PendingAlert[]>;
  get(id: string): Promise<Alert | null>;
  create(query: string, choice: AlertChoice & { mail: boolean }): Promise<AlertCreated>;
  /** Null if there is no such alert; 'duplicate' if another alert has the query. */
  change(id: string, change: AlertChange): Promise<Alert | 'duplicate' | null>;
  /** Idempotent. */
  remove(id: string): Promise<void>;
}
