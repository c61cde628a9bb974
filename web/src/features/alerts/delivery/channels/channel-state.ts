import { type Channel, isAlertIn } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { KINDS } from './channel-kinds.ts';
import { dayText, shortDate } from '#shared/text/dates.ts';

interface ChannelState {
  /**
   * `works`: matches reach the channel. `rests`: the person has switched it off. `fails`: messages fail, or
   * failures have switched it off, so that the person must act.
   */
  kind: 'works' | 'rests' | 'fails';
  text: string;
}

export function channelState(channel: Channel): ChannelState {
  const { state, deliveredAtMs, failingSinceMs, failure } = channel;
  const isFeed = channel.kind === 'feed';
  const last =
    deliveredAtMs === undefined
      ? `Nothing ${isFeed ? 'in it' : 'sent'} yet.`
      : `Last ${isFeed ? 'match' : 'message'} ${dayText(deliveredAtMs)}.`;
  const reason = failure === undefined ? '' : ` ${failure}`;
  switch (state) {
    case 'on':
      return failingSinceMs === undefined
        ? { kind: 'works', text: last }
        : { kind: 'fails', text: `Failing since ${shortDate(failingSinceMs)}.${reason}` };
    case 'off':
      return { kind: 'rests', text: `Switched off. ${last}` };
    case 'gone':
      if (KINDS[channel.kind].saysWhyGone) {
        return { kind: 'fails', text: `Switched off.${reason}` };
      }
      return {
        kind: 'fails',
        text: `Switched off: ${serviceOf(channel)} says this address no longer exists.`,
      };
    case 'failing':
      return {
        kind: 'fails',
        text: `Switched off because nothing could be delivered for days.${reason}`,
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
  const fails = (channel: Channel) => channelState(channel).kind === 'fails';
  return [...channels.filter(fails), ...channels.filter((channel) => !fails(channel))];
}
