import { type Channel, isAlertIn } from 'functions/contract';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { shortDate } from '#shared/text/dates.ts';

/** What becomes of a channel's messages, as sentences; `isProblem` where the person should look. */
export function channelState(channel: Channel): { text: string; isProblem: boolean } {
  const { kind, state, deliveredAtMs, failingSinceMs, failure } = channel;
  const last =
    deliveredAtMs === undefined
      ? `Nothing ${kind === 'feed' ? 'in it' : 'sent'} yet.`
      : `Last ${kind === 'feed' ? 'match' : 'message'} ${shortDate(deliveredAtMs)}.`;
  const reason = failure === undefined ? '' : ` ${failure}`;
  switch (state) {
    case 'on':
      return failingSinceMs === undefined
        ? { text: last, isProblem: false }
        : { text: `Failing since ${shortDate(failingSinceMs)}.${reason}`, isProblem: true };
    case 'off':
      return { text: `Switched off. ${last}`, isProblem: false };
    case 'gone':
      return { text: 'Switched off: its server answered that it is gone.', isProblem: true };
    case 'failing':
      return { text: `Switched off after days of failures.${reason}`, isProblem: true };
  }
}

/** "All alerts", "3 alerts". */
export function alertsText(channel: Channel, alerts: readonly SavedAlert[]): string {
  if (channel.alerts === 'all') return 'All alerts';
  const count = alerts.filter(({ id, createdAtMs }) => isAlertIn(channel, id, createdAtMs)).length;
  if (count === 0) return 'No alerts';
  return count === 1 ? '1 alert' : `${count} alerts`;
}
