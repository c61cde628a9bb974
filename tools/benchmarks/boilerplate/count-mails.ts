import { DAY_MS } from '../../../functions/src/contract/index.ts';
import type { FeedItem } from '../../../functions/src/feeds/feed-model.ts';
import { matchesQuery } from '../../../functions/src/query/match-query.ts';
import { planQuery } from '../../../functions/src/query/plan-query.ts';
import { separateBoilerplate } from '../../../functions/src/boilerplate/separate-boilerplate.ts';
import { learnBoilerplate } from '../../../functions/src/boilerplate/learn-boilerplate.ts';
import { sentenceHash } from './match-label.ts';

const MONTH_DAYS = 30;

/** Numbers of matches and emails in one month; an alert brings at most one email a day. */
export interface MailCount {
  matches: number;
  mails: number;
}

/** An episode's texts. `own` is the show notes without boilerplate; `day` is the day of the month, from 0. */
interface MonthEpisode {
  title: string;
  notes: string;
  own: string;
  day: number;
}

/** The last month of a feed, with dates shifted so that every feed's newest episode falls on the last day. */
function lastMonth(items: readonly FeedItem[]): MonthEpisode[] {
  const standing = learnBoilerplate(
    items.map(({ description, publishedAtMs }) => ({ text: description, publishedAtMs })),
  );
  const dated = items.filter(({ publishedAtMs }) => publishedAtMs !== null);
  const newestMs = dated.reduce((newest, item) => Math.max(newest, item.publishedAtMs ?? 0), 0);
  return dated.flatMap(({ title, description: notes, publishedAtMs }) => {
    const day = MONTH_DAYS - 1 - Math.floor((newestMs - (publishedAtMs ?? 0)) / DAY_MS);
    return day < 0
      ? []
      : [{ title, notes, own: separateBoilerplate(notes, standing(notes)).own, day }];
  });
}

export function drawAlerts(keywords: readonly string[], count: number): string[] {
  const drawn = [...new Set(keywords)].map((keyword) => [sentenceHash(keyword), keyword] as const);
  return drawn
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .slice(0, count)
    .map(([, keyword]) => keyword);
}

/**
 * Counts a month's emails for alerts with these keywords: `before` with boilerplate in the notes, `after`
 * without.
 */
export function countMails(
  alerts: readonly string[],
  feeds: Iterable<readonly FeedItem[]>,
): { before: MailCount; after: MailCount } {
  const month = Array.from(feeds, lastMonth).flat();
  const count = (textOf: (episode: MonthEpisode) => string): MailCount => {
    const days = alerts.map((keyword) => {
      const plan = planQuery([keyword]);
      const matching = month.filter(
        (each) =>
          plan !== null && matchesQuery(plan, { title: each.title, description: textOf(each) }),
      );
      return matching.map(({ day }) => day);
    });
    return {
      matches: days.flat().length,
      mails: days.reduce((sum, each) => sum + new Set(each).size, 0),
    };
  };
  return { before: count(({ notes }) => notes), after: count(({ own }) => own) };
}
