import { SUGGESTED_TOPICS } from '#content/subject.ts';

const MAX_TOPICS = 3;

export function relatedTopics(keywords: readonly string[]): string[] {
  const searched = keywords.map((keyword) => keyword.toLowerCase());
  const topics = SUGGESTED_TOPICS.filter(({ words }) =>
    words.some((word) => searched.some((keyword) => keyword.includes(word))),
  ).flatMap((rule) => rule.topics);
  return [...new Set(topics)]
    .filter((topic) => !searched.includes(topic.toLowerCase()))
    .slice(0, MAX_TOPICS);
}
