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
  /** Returns null if the alert does not exist, 'duplicate' if another alert has the same query. */
  change(id: string, change: AlertChange): Promise<Alert | 'duplicate' | null>;
  /** Does nothing if the alert does not exist. */
  remove(id: string): Promise<void>;
}
