import { expect, test } from 'vitest';
import { SUGGESTED_TOPICS } from '#content/subject.ts';
import { relatedTopics } from './related-topics.ts';

test.each(SUGGESTED_TOPICS)('suggests $topics for keywords with $words', ({ words, topics }) => {
  for (const word of words) {
    expect(relatedTopics([`${word.toUpperCase()} life`]).slice(0, topics.length)).toEqual(
      topics.slice(0, 3),
    );
  }
});

test('suggests at most three topics, and none that was searched', () => {
  const all = [...new Set(SUGGESTED_TOPICS.flatMap(({ topics }) => topics))];
  const [first = '', second] = all;
  const words = SUGGESTED_TOPICS.map(({ words: [word = ''] }) => word);
  expect(relatedTopics(words)).toEqual(all.slice(0, 3));
  const [topic] = relatedTopics([...words, first.toUpperCase()]);
  expect(topic).toBe(second);
});

test.each([[['gardening']], [[]]])('suggests nothing for %j', (keywords) => {
  expect(relatedTopics(keywords)).toEqual([]);
});
