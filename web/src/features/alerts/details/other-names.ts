import { ROSTER } from '#content/roster.ts';
import { isSameKeyword } from '#features/alerts/create/keyword-problem.ts';
import { topicIntent } from '#features/alerts/pending-alert/topic-intent.ts';

/** Other names of the person or company that a keyword names, without those that have an alert. */
export function otherNames(keyword: string, followed: readonly string[]): string[] {
  const topic = ROSTER.find(({ name, keywords }) =>
    [name, ...keywords].some((known) => isSameKeyword(known, keyword)),
  );
  if (topic === undefined) return [];
  const { keywords, otherNames: others } = topicIntent([keyword, ...topic.keywords]);
  return others.filter(
    (name) => ![...keywords, ...followed].some((known) => isSameKeyword(known, name)),
  );
}
