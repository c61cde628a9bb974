import { HOUR_MS } from 'functions/contract';
import { useEffect, useState } from 'react';
import {
  useAlertsIf,
  useDeliveries,
  useLivePending,
  usePerson,
} from '#shared/data/hooks/use-live-list.ts';
import type { MemberData } from '#shared/data/member/member-data.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { countUnread, type News, newsOf } from './news.ts';
import { waitingMatches } from './waiting-matches.ts';

/** Number of deliveries read at first (FEW), and if all of these are newer than the last visit (MANY). */
const [FEW, MANY] = [20, 100];

interface Visit {
  /** When the person last saw their news before this visit; null if never. */
  sinceMs: number | null;
}

/** Visits during which the person has seen the news; kept until the page is left. */
const visits = new WeakMap<MemberData, Visit>();

export type LiveNews =
  | { status: 'loading' | 'failed' }
  | { status: 'ready'; news: News; unread: number; sinceMs: number | null };

/**
 * Requires a `MemberArea`.
 * @param isSeen True if the page shows the news; unread matches then stay marked during this visit.
 * Otherwise, matches are unread since the last visit on any device.
 */
export function useNews(isSeen: boolean): LiveNews {
  const data = useMemberData();
  const person = usePerson();
  const stored = person.status === 'ready' ? person.person.seenAtMs : null;
  const visit = isSeen ? visits.get(data) : undefined;
  const sinceMs = visit ? visit.sinceMs : stored;
  const [atMost, setAtMost] = useState(FEW);
  const deliveries = useDeliveries(atMost);
  const pending = useLivePending();
  const alerts = useAlertsIf(isSeen);
  if (person.status !== 'ready') return person;
  if (deliveries.status !== 'ready') return deliveries;
  if (pending.status === 'loading' || alerts.status === 'loading') return { status: 'loading' };
  const { items } = deliveries;
  const oldest = items.at(-1)?.atMs ?? 0;
  if (atMost === FEW && items.length >= FEW && sinceMs !== null && oldest > sinceMs)
    setAtMost(MANY);
  const waiting = pending.status === 'ready' ? (pending.items[0]?.alerts ?? []) : [];
  const known = isSeen && alerts.status === 'ready' ? alerts.items : null;
  const news = newsOf(items, waitingMatches(waiting, known));
  return { status: 'ready', news, unread: countUnread(news, sinceMs), sinceMs };
}

/** Marks the news as read on every device, once per visit. */
export function useNoteSeen(live: LiveNews): void {
  const data = useMemberData();
  const isReady = live.status === 'ready';
  const sinceMs = isReady ? live.sinceMs : null;
  const isAnyUnread = isReady && live.unread > 0;
  useEffect(() => {
    if (!isReady || visits.has(data)) return;
    visits.set(data, { sinceMs });
    // Within an hour of the last visit, writes only if something is unread.
    if (!isAnyUnread && sinceMs !== null && Date.now() - sinceMs < HOUR_MS) return;
    data.noteSeen().catch(() => undefined);
  }, [data, isReady, sinceMs, isAnyUnread]);
}
