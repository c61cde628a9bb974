import { expect, test } from 'vitest';
import { topicIntent } from './topic-intent.ts';

test.each([
  [['OpenAI'], 'OpenAI', []],
  [['NEA', 'New Enterprise Associates'], 'NEA', ['New Enterprise Associates']],
  [['Tobi Lütke', 'Tobi Lutke'], 'Tobi Lütke', []],
])('converts %j to an alert for %s and the other names %j', (keywords, main, otherNames) => {
  expect(topicIntent(keywords)).toEqual({ keywords: [main], otherNames });
});
