import {
  type AlertFields,
  alertFields,
  alertName,
  DAY_MS,
  type Delivery,
} from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';

export interface FoundEpisode {
  title: string;
  /** http(s) address, or empty. */
  link: string;
  podcast: string;
  /** When the first match was stored or, if unknown, sent; epoch milliseconds. */
  foundAtMs: number;
  alerts: AlertFields[];
}

/** Matches that a delivery counts without listing them. */
export interface CountedMatches {
  alert: AlertFields;
  count: number;
  foundAtMs: number;
}

/** `episodes` are sorted newest first. */
export interface News {
  episodes: readonly FoundEpisode[];
  counted: readonly CountedMatches[];
}

/** Sent or pending matches. `atMs` applies to matches without a time of their own. */
export type FoundMatches = Pick<Delivery, 'atMs' | 'alerts' | 'channel'>;

/** Merges deliveries and pending matches. An episode that several of them contain appears once. */
export function newsOf(
  deliveries: readonly Delivery[],
  waiting: readonly FoundMatches[] = [],
): News {
  const all = [...waiting, ...deliveries.filter(({ state }) => state === 'sent')];
  const episodes = new Map<string, FoundEpisode>();
  for (const { atMs, alerts } of all) {
    for (const alert of alerts) {
      for (const { title, link, podcast, foundAtMs = atMs } of alert.episodes) {
        const key = link || `${title}\n${podcast}`;
        const known = episodes.get(key) ?? { title, link, podcast, foundAtMs, alerts: [] };
        known.foundAtMs = Math.min(known.foundAtMs, foundAtMs);
        if (known.alerts.every((other) => alertName(other) !== alertName(alert))) {
          known.alerts.push(alertFields(alert));
        }
        episodes.set(key, known);
      }
    }
  }
  // Channels receive emailed matches as well, so matches of an emailed alert are counted only once.
  const mailed = new Set(
    all.flatMap(({ channel, alerts }) => (channel ? [] : alerts.map(({ alertId }) => alertId))),
  );
  return {
    episodes: [...episodes.values()].sort((one, other) => other.foundAtMs - one.foundAtMs),
    counted: all.flatMap(({ atMs, channel, alerts }) =>
      alerts
        .filter(({ alertId }) => channel === undefined || !mailed.has(alertId))
        .flatMap((alert) => countedOf(alert, atMs)),
    ),
  };
}

/** Returns an alert's unlisted matches: one entry for each known time, and one for all without a time. */
function countedOf(alert: FoundMatches['alerts'][number], atMs: number): CountedMatches[] {
  const { count, episodes, moreFoundAtMs: times = [] } = alert;
  const fields = alertFields(alert);
  const untimed = count - episodes.length - times.length;
  return [
    ...times.map((foundAtMs) => ({ alert: fields, count: 1, foundAtMs })),
    ...(untimed > 0
      ? [{ alert: fields, count: untimed, foundAtMs: Math.min(atMs, ...times) }]
      : []),
  ];
}

/** All matches are unread if there was no visit. */
export function isUnread({ foundAtMs }: { foundAtMs: number }, sinceMs: number | null): boolean {
  return sinceMs === null || foundAtMs > sinceMs;
}

/** Includes matches that are only counted. */
export function countUnread({ episodes, counted }: News, sinceMs: number | null): number {
  return (
    episodes.filter((episode) => isUnread(episode, sinceMs)).length +
    counted.filter((each) => isUnread(each, sinceMs)).reduce((sum, { count }) => sum + count, 0)
  );
}

export interface NewsDay extends News {
  /** The day's name: "Today", "Yesterday", "Tuesday" or "Nov 12". */
  name: string;
}

/** Groups news by the day on which they were found, in the browser's time zone. */
export function newsByDay({ episodes, counted }: News, nowMs: number): NewsDay[] {
  const days = new Map<string, { episodes: FoundEpisode[]; counted: CountedMatches[] }>();
  const dayOf = (foundAtMs: number) => {
    const name = dayName(foundAtMs, nowMs);
    const day = days.get(name) ?? { episodes: [], counted: [] };
    days.set(name, day);
    return day;
  };
  const all = [...episodes, ...counted].sort((one, other) => other.foundAtMs - one.foundAtMs);
  for (const each of all) {
    const day = dayOf(each.foundAtMs);
    if ('title' in each) {
      day.episodes.push(each);
      continue;
    }
    const same = day.counted.find(({ alert }) => alertName(alert) === alertName(each.alert));
    if (same) same.count += each.count;
    else day.counted.push({ ...each });
  }
  return [...days].map(([name, day]) => ({ name, ...day }));
}

/** Returns "3 new since your visit on Tuesday" or "Nothing new since your visit yesterday". */
export function newsText(unread: number, sinceMs: number | null, nowMs: number): string {
  if (sinceMs === null) return unread === 0 ? '' : `${numberText(unread)} new`;
  return `${unread === 0 ? 'Nothing' : numberText(unread)} new since your visit ${visitText(sinceMs, nowMs)}`;
}

function visitText(sinceMs: number, nowMs: number): string {
  const name = dayName(sinceMs, nowMs);
  if (name === 'Today') {
    const time = new Date(sinceMs).toLocaleTimeString('en-US', {
      hour: 'numeric',
      minute: '2-digit',
    });
    return `at ${time}`;
  }
  return name === 'Yesterday' ? 'yesterday' : `on ${name}`;
}

function dayName(atMs: number, nowMs: number): string {
  const date = new Date(atMs);
  const daysAgo = Math.round((startOfDay(nowMs) - startOfDay(atMs)) / DAY_MS);
  if (daysAgo <= 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  if (daysAgo < 7) return date.toLocaleDateString('en-US', { weekday: 'long' });
  return date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
}

/** Midnight in the browser's time zone, epoch milliseconds. */
export function startOfDay(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0);
}
