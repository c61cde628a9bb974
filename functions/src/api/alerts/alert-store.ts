import type { Alert, AlertChoice } from '../../contract/index.ts';

export interface AlertChange extends AlertChoice {
  query?: string | undefined;
  mail?: boolean | undefined;
  paused?: boolean | undefined;
  /** What is switched on also tells the last days (`toldFromMs`). */
  catchUp?: boolean | undefined;
}

type AlertCreated =
  | { kind: 'created' | 'existing'; alert: Alert }
  /** All slots are taken. */
  | { kind: 'full' };

/** The alerts of one person. */
export interface AlertStore {
  list(): Promise<Alert[]>;
  /** Null if there is none. */
  get(id: string): Promise<Alert | null>;
  create(query: string, choice: AlertChoice & { mail: boolean }): Promise<AlertCreated>;
  /** Null if there is none; 'duplicate' if another alert has the query. */
  change(id: string, change: AlertChange): Promise<Alert | 'duplicate' | null>;
  /** May be repeated. */
  remove(id: string): Promise<void>;
}
