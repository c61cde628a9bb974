import type { Channel } from 'functions/contract';
import { useRef, useState } from 'react';
import { loadPart } from '#shared/loading/load-part.ts';
import { type Choice, sameChoice } from './chosen-alerts.ts';

type ChosenAlerts = Channel['alerts'];

interface Wish {
  chosen: ChosenAlerts;
  /** The stored choice at the time of the wish. */
  before: ChosenAlerts;
  isSent: boolean;
}

/**
 * The alerts of each channel, updated optimistically: a tick shows immediately, and is undone if its call fails.
 * One call runs at a time; of several waiting choices for a channel, only the last is sent.
 */
export function useChannelAlerts(channels: readonly Channel[]) {
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wish>>(new Map());
  const [hasFailed, setFailed] = useState(false);
  const queue = useRef(new Map<string, ChosenAlerts>());
  const isSending = useRef(false);

  const stored = new Map(channels.map(({ id, alerts }) => [id, alerts]));
  const settled = [...wishes].filter(([id, { chosen, before, isSent }]) => {
    const now = stored.get(id);
    return now === undefined || (isSent && !sameChoice(now, before)) || sameChoice(now, chosen);
  });
  // A wish that is not sent yet stays, though it may equal the stored choice: a running call may change that.
  const done = settled.filter(([, { isSent }]) => isSent).map(([id]) => id);
  if (done.length > 0) setWishes(without(wishes, done));

  function wish(id: string, chosen: ChosenAlerts) {
    setFailed(false);
    queue.current.set(id, chosen);
    const before = stored.get(id) ?? 'all';
    setWishes((now) => new Map(now).set(id, { chosen, before, isSent: false }));
    if (!isSending.current) void sendAll();
  }

  async function sendAll() {
    isSending.current = true;
    for (const [channelId, alerts] of queue.current) {
      queue.current.delete(channelId);
      try {
        const { changeChannel } = await loadPart(() => import('#shared/data/account-calls.ts'));
        await changeChannel({ channelId, alerts });
        setWishes((now) => marked(now, channelId, alerts));
      } catch {
        setFailed(true);
        if (!queue.current.has(channelId)) setWishes((now) => without(now, [channelId]));
      }
    }
    isSending.current = false;
  }

  return {
    hasFailed,
    choice(channel: Channel): Choice {
      const wish = wishes.get(channel.id);
      return wish ? { alerts: wish.chosen } : channel;
    },
    wish,
  };
}

function without(wishes: ReadonlyMap<string, Wish>, ids: readonly string[]) {
  return new Map([...wishes].filter(([id]) => !ids.includes(id)));
}

/** Marks a wish as sent, unless there is a later one. */
function marked(wishes: ReadonlyMap<string, Wish>, id: string, sent: ChosenAlerts) {
  const wish = wishes.get(id);
  return wish?.chosen === sent ? new Map(wishes).set(id, { ...wish, isSent: true }) : wishes;
}
