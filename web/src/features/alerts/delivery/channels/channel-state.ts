import { type Channel, isAlertIn } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { KINDS } from './channel-kinds.ts';
import { dayText, shortDate } from '#shared/text/dates.ts';

interface ChannelState {
  mark?: string;
  /** When the last message was sent. */
  last: string;
  /** Messages fail, or failures have switched the channel off, so the person must act. */
  problem?: string;
}

export function channelState(channel: Channel): ChannelState {
  const { state, deliveredAtMs, failingSinceMs, failure } = channel;
  const isFeed = channel.kind === 'feed';
  const last =
    deliveredAtMs === undefined
      ? `nothing ${isFeed ? 'in it' : 'sent'} yet`
      : `last ${isFeed ? 'match' : 'message'} ${dayText(deliveredAtMs)}`;
  const reason = failure === undefined ? '' : ` ${failure}`;
  switch (state) {
    case 'on':
      if (failingSinceMs === undefined) return { last };
      return { last, problem: `Failing since ${shortDate(failingSinceMs)}.${reason}` };
    case 'off':
      return { last, mark: 'Switched off' };
    case 'gone':
      if (KINDS[channel.kind].saysWhyGone) return { last, problem: `Switched off.${reason}` };
      return {
        last,
        problem: `Switched off: ${serviceOf(channel)} says this address no longer exists.`,
      };
    case 'failing':
      return {
        last,
        problem: `Switched off because nothing could be delivered for days.${reason}`,
      };
  }
}

function serviceOf({ kind, host }: Channel): string {
  return kind === 'webhook' || kind === 'feed' ? host : KINDS[kind].name;
}

export function alertsText(channel: Channel, alerts: readonly SavedAlert[]): string {
  if (channel.alerts === 'all') return 'All alerts';
  const count = alerts.filter(({ id, createdAtMs }) => isAlertIn(channel, id, createdAtMs)).length;
  if (count === 0) return 'No alerts';
  return count === 1 ? '1 alert' : `${count} alerts`;
}

export function failingFirst(channels: readonly Channel[]): Channel[] {
  const fails = (channel: Channel) => channelState(channel).problem !== undefined;
  return [...channels.filter(fails), ...channels.filter((channel) => !fails(channel))];
}
