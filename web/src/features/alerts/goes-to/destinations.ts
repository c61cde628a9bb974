import type { Channel } from 'functions/contract';
import { useState } from 'react';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { OutOfReach, withinReach } from '#shared/data/hooks/within-reach.ts';
import { isChosen, withTick } from './chosen-alerts.ts';
import { useChannelAlerts } from './use-channel-alerts.ts';

/** Email or a channel, which has a checkbox in each alert's settings. */
interface Destination {
  id: string;
  name: string;
  isOn: boolean;
  isTicked: (alert: SavedAlert) => boolean;
  tick: (alert: SavedAlert, isTicked: boolean) => void;
}

/** Lists email and the person's channels. `failure` is an error message, or empty. */
export function useDestinations(channels: readonly Channel[], alerts: readonly SavedAlert[]) {
  const data = useMemberData();
  const [notMailed, setNotMailed] = useState<{ failure: unknown }>();
  const channelAlerts = useChannelAlerts(channels);
  const [isLast, setLast] = useState(false);
  // Unconfirmed choices about email by alert id, so that a tick shows immediately.
  const [pendingMail, setPendingMail] = useState<ReadonlyMap<string, boolean>>(new Map());
  function chooseMailed({ id }: SavedAlert, isMailed: boolean) {
    setPendingMail((pending) => new Map(pending).set(id, isMailed));
    const settle = () => {
      setPendingMail((pending) => {
        if (pending.get(id) !== isMailed) return pending;
        return new Map([...pending].filter(([key]) => key !== id));
      });
    };
    const write = data.chooseMailed(id, isMailed);
    write
      .then(
        () => setNotMailed(undefined),
        () => undefined,
      )
      .finally(settle);
    withinReach(write).catch((failure: unknown) => setNotMailed({ failure }));
  }

  const email: Destination = {
    id: 'email',
    name: 'Email',
    isOn: true,
    isTicked: ({ id, mail: mailed }) => pendingMail.get(id) ?? mailed !== false,
    tick: chooseMailed,
  };
  const others = channels.map((channel): Destination => {
    const choice = channelAlerts.choice(channel);
    return {
      id: channel.id,
      name: channel.name,
      isOn: channel.state === 'on',
      isTicked: (alert) => isChosen(choice, alert),
      tick: ({ id }, isTicked) => {
        const next = withTick(choice, alerts, id, isTicked);
        setLast(next === null);
        if (next !== null) channelAlerts.choose(channel.id, next);
      },
    };
  });
  const failure = isLast
    ? LAST
    : notMailed || channelAlerts.hasFailed
      ? failureText(notMailed?.failure)
      : '';
  return { list: [email, ...others], failure };
}

const LAST = 'A channel needs at least one alert. To get none, switch it off or delete it.';
/** Offline, Firestore keeps a choice about email, and sends it when the connection returns. */
function failureText(failure: unknown): string {
  return failure instanceof OutOfReach
    ? 'Waiting for the connection. Your choice is saved as soon as it returns.'
    : 'Failed to save. Please try again.';
}
