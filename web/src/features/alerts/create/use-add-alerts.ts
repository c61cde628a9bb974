import type { AlertChoice } from 'functions/contract';
import { useState } from 'react';
import { LimitReached } from '#shared/data/member/member-data.ts';
import { limitText } from '#shared/data/member/room-text.ts';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { isSameKeyword } from './keyword-problem.ts';

interface AddAlerts {
  /**
   * State of the last attempt. `waiting`: the list already shows the alerts, and Firestore sends them when
   * the connection returns.
   */
  status: 'idle' | 'busy' | 'waiting' | 'failed';
  /** Does nothing while a save is running. `onDone` runs once the server has confirmed the alerts. */
  add: (keywords: readonly string[], onDone?: () => void, choice?: AlertChoice) => void;
  /** Returns the message for a reached limit, or else `otherwise`. Empty unless the last attempt failed. */
  failureText: (otherwise?: string) => string;
  addedIds: readonly string[];
  forget: () => void;
}

const NOT_CREATED = 'Failed to create alert. Please try again.';

interface Sent {
  keywords: readonly string[];
  /** Ids of the alerts that existed before the attempt. */
  before: ReadonlySet<string>;
}

/** Requires a `MemberArea`. */
export function useAddAlerts(): AddAlerts {
  const data = useMemberData();
  const alerts = useAlerts();
  const [sent, setSent] = useState<Sent>({ keywords: [], before: new Set() });
  const { busy, failed, failure, run, forget } = useWrite();
  const saved = alerts.status === 'ready' ? alerts.items : [];
  const added = saved.filter(
    ({ id, keyword }) =>
      !sent.before.has(id) && sent.keywords.some((one) => isSameKeyword(keyword, one)),
  );
  const listed = added.length >= sent.keywords.length;

  function add(keywords: readonly string[], onDone?: () => void, choice: AlertChoice = {}): void {
    if (busy) return;
    setSent({ keywords, before: new Set(saved.map(({ id }) => id)) });
    run(() => data.addAlerts(keywords, choice), onDone);
  }

  function failureText(otherwise = NOT_CREATED): string {
    if (status !== 'failed') return '';
    return failure instanceof LimitReached ? limitText('alert', sent.keywords.length) : otherwise;
  }

  const unsuccessful = listed && !(failure instanceof LimitReached) ? 'waiting' : 'failed';
  const status = busy ? 'busy' : failed ? unsuccessful : 'idle';
  return { status, add, failureText, addedIds: added.map(({ id }) => id), forget };
}
