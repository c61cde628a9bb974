import type { Channel } from 'functions/contract';
import { useRef, useState } from 'react';
import { loadPart } from '#shared/loading/load-part.ts';
import { type Choice, sameChoice } from './chosen-alerts.ts';

type ChosenAlerts = Channel['alerts'];

interface PendingChoice {
  chosen: ChosenAlerts;
  /** The channel's stored alerts when this choice was made. */
  before: ChosenAlerts;
  isSent: boolean;
}

/**
 * Updates optimistically: a tick shows immediately, and is undone if its call fails. Runs one call at a time,
 * and sends only the last pending choice of each channel.
 */
export function useChannelAlerts(channels: readonly Channel[]) {
  const [pending, setPending] = useState<ReadonlyMap<string, PendingChoice>>(new Map());
  const [hasFailed, setFailed] = useState(false);
  const queue = useRef(new Map<string, ChosenAlerts>());
  const isSending = useRef(false);

  const stored = new Map(channels.map(({ id, alerts }) => [id, alerts]));
  const settled = [...pending].filter(([id, { chosen, before, isSent }]) => {
    const now = stored.get(id);
    return now === undefined || (isSent && !sameChoice(now, before)) || sameChoice(now, chosen);
  });
  // Keeps an unsent choice that equals the stored choice, because a running call may still change the stored
  // choice.
  const done = settled.filter(([, { isSent }]) => isSent).map(([id]) => id);
  if (done.length > 0) setPending(without(pending, done));

  function choose(id: string, chosen: ChosenAlerts) {
    setFailed(false);
    queue.current.set(id, chosen);
    const before = stored.get(id) ?? 'all';
    setPending((now) => new Map(now).set(id, { chosen, before, isSent: false }));
    if (!isSending.current) void sendAll();
  }

  async function sendAll() {
    isSending.current = true;
    for (const [channelId, alerts] of queue.current) {
      queue.current.delete(channelId);
      try {
        const { changeChannel } = await loadPart(() => import('#shared/data/account-calls.ts'));
        await changeChannel({ channelId, alerts });
        setPending((now) => marked(now, channelId, alerts));
      } catch {
        setFailed(true);
        if (!queue.current.has(channelId)) setPending((now) => without(now, [channelId]));
      }
    }
    isSending.current = false;
  }

  return {
    hasFailed,
    choice(channel: Channel): Choice {
      const choice = pending.get(channel.id);
      return choice ? { alerts: choice.chosen } : channel;
    },
    choose,
  };
}

function without(pending: ReadonlyMap<string, PendingChoice>, ids: readonly string[]) {
  return new Map([...pending].filter(([id]) => !ids.includes(id)));
}

/** Marks a choice as sent unless the person has made a later choice. */
function marked(pending: ReadonlyMap<string, PendingChoice>, id: string, sent: ChosenAlerts) {
  const choice = pending.get(id);
  return choice?.chosen === sent ? new Map(pending).set(id, { ...choice, isSent: true }) : pending;
}
