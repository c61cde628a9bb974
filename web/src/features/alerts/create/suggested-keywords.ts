import type { AlertQuery, TopicCounts } from 'functions/contract';
import { entityPath } from '#content/categories.ts';
import { HOME_GROUPS } from '#content/home-groups.ts';
import { ALERT_EXAMPLES } from '#content/subject.ts';
import { weekOf } from '#shared/ui/week-of.ts';
import { keywordProblem } from './keyword-problem.ts';

const MAX_SUGGESTED = 3;

/**
 * Returns up to three keywords for new alerts: what was searched, then what is talked about most.
 * @param counts Mentions a day of topics; empty if unknown.
 */
export function suggestedKeywords(
  searched: readonly string[],
  counts: TopicCounts,
  existing: readonly AlertQuery[],
): string[] {
  const suggested: string[] = [];
  for (const keyword of [...searched, ...talkedAbout(counts), ...ALERT_EXAMPLES]) {
    const others = [...existing, ...suggested.map((each) => ({ keyword: each }))];
    if (keywordProblem(keyword, others) === null) suggested.push(keyword);
  }
  return suggested.slice(0, MAX_SUGGESTED);
}

function talkedAbout(counts: TopicCounts): string[] {
  return HOME_GROUPS.flatMap(({ entities }) => entities)
    .map((entity) => ({ name: entity.name, week: weekOf(counts[entityPath(entity)] ?? []).week }))
    .filter(({ week }) => week > 0)
    .toSorted((one, other) => other.week - one.week)
    .map(({ name }) => name);
}
