import { expect, test } from 'vitest';
import { relatedTopics } from './related-topics.ts';

test.each([
  [['artificial minds'], ['Sam Altman', 'OpenAI', 'AI & Machine Learning']],
  [['Startup life'], ['a16z', 'Sequoia Capital', 'Startup Funding']],
  [['climate tech'], ['Satya Nadella', 'Sundar Pichai', 'Tech Innovation']],
  [['OpenAI'], ['Sam Altman', 'AI & Machine Learning']],
  [
    ['AI', 'funding'],
    ['Sam Altman', 'OpenAI', 'AI & Machine Learning'],
  ],
  [['gardening'], []],
  [[], []],
])('suggests for %j the topics %j', (keywords, topics) => {
  expect(relatedTopics(keywords)).toEqual(topics);
});
