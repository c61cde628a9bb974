const MAX_TOPICS = 3;

const RULES: { words: string[]; topics: string[] }[] = [
  { words: ['ai', 'artificial'], topics: ['Sam Altman', 'OpenAI', 'AI & Machine Learning'] },
  { words: ['startup', 'funding'], topics: ['a16z', 'Sequoia Capital', 'Startup Funding'] },
  { words: ['tech', 'technology'], topics: ['Satya Nadella', 'Sundar Pichai', 'Tech Innovation'] },
];

export function relatedTopics(keywords: readonly string[]): string[] {
  const searched = keywords.map((keyword) => keyword.toLowerCase());
  const topics = RULES.filter(({ words }) =>
    words.some((word) => searched.some((keyword) => keyword.includes(word))),
  ).flatMap((rule) => rule.topics);
  return [...new Set(topics)]
    .filter((topic) => !searched.includes(topic.toLowerCase()))
    .slice(0, MAX_TOPICS);
}
