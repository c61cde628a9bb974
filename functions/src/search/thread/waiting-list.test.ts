import { expect, test } from 'vitest';
import { createWaitingList } from './waiting-list.ts';

function order(waiting: ReturnType<typeof createWaitingList<string>>): string[] {
  const taken: string[] = [];
  for (let next; (next = waiting.takeLightest());) taken.push(next.entry);
  return taken;
}

test('the lightest come first, equally light ones in the order they came', () => {
  const waiting = createWaitingList<string>();
  waiting.add(1, 'heavy', 6);
  waiting.add(2, 'light', 1);
  waiting.add(3, 'middling', 2);
  waiting.add(4, 'light too', 1);
  expect(order(waiting)).toEqual(['light', 'light too', 'middling', 'heavy']);
  expect(waiting.isEmpty()).toBe(true);
});

test('what is removed does not get its turn', () => {
  const waiting = createWaitingList<string>();
  waiting.add(1, 'a', 1);
  waiting.add(2, 'b', 1);
  waiting.remove(1);
  waiting.remove(7);
  expect(order(waiting)).toEqual(['b']);
});
