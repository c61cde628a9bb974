import { MAX_TOTAL } from 'functions/contract';
import { expect, test } from 'vitest';
import { mentionsText } from './mentions-text.ts';

test.each([
  [0, 'No episodes mention these topics right now'],
  [1, '1 episode now mentions these topics'],
  [312, '312 episodes now mention these topics'],
  [MAX_TOTAL - 1, '999 episodes now mention these topics'],
  // The search counts up to MAX_TOTAL.
  [MAX_TOTAL, '1,000 or more episodes now mention these topics'],
])('%i is told as %j', (total, text) => {
  expect(mentionsText(total)).toBe(text);
});
