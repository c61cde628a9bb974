import {
  dayOfTrend,
  firstCounted,
  MAX_TOTAL,
  mentionsIn,
  MONTH_DAYS,
  type Trend,
  TREND_DAYS,
} from 'functions/contract';
import { episodesText, numberText } from '#shared/text/number-text.ts';

const WEEK = 7;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns "Nov 12", in UTC because days are counted in UTC. */
export function dateText(epochMs: number): string {
  const date = new Date(epochMs);
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCDate()}`;
}

/** The scale of the bars: the largest number of mentions on a day of the chart. */
export function mostADay({ days }: Pick<Trend, 'days'>): number {
  return Math.max(...days.slice(-MONTH_DAYS));
}

export function dayText(trend: Trend, day: number): string {
  const date = dateText(dayOfTrend(trend, day));
  const isCounted = day >= firstCounted(trend);
  return `${date}: ${isCounted ? numberText(trend.days[day] ?? 0) : 'not counted'}`;
}

/** The first day of the chart that was counted completely. */
function firstDay(trend: Trend): number {
  return Math.max(firstCounted(trend), TREND_DAYS - MONTH_DAYS);
}

/**
 * Returns "75 episodes in the past month", or the sum of the chart's whole days: "75 episodes since Oct 12". The sum
 * counts further than a search, which stops at `MAX_TOTAL`.
 */
export function totalText(trend: Trend, monthTotal = MAX_TOTAL): string {
  if (monthTotal < MAX_TOTAL) return `${episodesText(monthTotal)} in the past month`;
  const first = firstDay(trend);
  const total = mentionsIn(trend, TREND_DAYS - first);
  return `${episodesText(total)} since ${dateText(dayOfTrend(trend, first))}`;
}

/** Returns "17 episodes this week, up 3 from last week": the last 7 days and the 7 before them. */
export function changeText(trend: Trend): string {
  const first = firstCounted(trend);
  const last = episodesText(mentionsIn(trend, WEEK));
  const least = first > TREND_DAYS - WEEK ? 'at least ' : '';
  const isKnown = first <= TREND_DAYS - 2 * WEEK;
  const before = mentionsIn(trend, 2 * WEEK, WEEK);
  return `${least}${last} this week${isKnown ? changeOf(mentionsIn(trend, WEEK) - before) : ''}`;
}

function changeOf(change: number): string {
  if (change === 0) return '';
  return `, ${change > 0 ? 'up' : 'down'} ${numberText(Math.abs(change))} from last week`;
}

export function changeSentence(trend: Trend): string {
  const text = changeText(trend);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Describes the chart for people who do not see it. */
export function chartText(trend: Trend): string {
  const most = mostADay(trend);
  const first = dateText(dayOfTrend(trend, firstDay(trend)));
  const range = `Episodes a day, ${first} to ${dateText(trend.lastDay)}`;
  if (most === 0) return `${range}: none.`;
  return `${range}: ${changeText(trend)}. Most on ${dayText(trend, trend.days.lastIndexOf(most))}.`;
}
