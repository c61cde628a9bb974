import { expect, test } from 'vitest';
import { MAX_ALERTS, MAX_BOOKMARKS, slotIds } from '../../functions/src/contract/index.ts';
import { RULES } from './rules-file.ts';

/** Lists all ids of up to four digits that a function of the rules accepts. */
function idsIn(functionName: string): string[] {
  const text = new RegExp(`function ${functionName}\\(id\\) {\\s*return id\\.matches\\('(.*)'\\);`);
  const [, pattern = ''] = text.exec(RULES) ?? [];
  const whole = new RegExp(`^(?:${pattern})$`);
  const numbers = Array.from({ length: 10_000 }, (_, number) => String(number));
  const padded = [2, 3, 4].flatMap((length) => numbers.map((text) => text.padStart(length, '0')));
  return [...new Set([...numbers, ...padded])].filter((id) => whole.test(id)).sort();
}

test.each([
  ['isAlertSlot', MAX_ALERTS],
  ['isBookmarkSlot', MAX_BOOKMARKS],
] as const)('%s matches exactly the %i ids of the contract', (functionName, limit) => {
  expect(idsIn(functionName)).toEqual(slotIds(limit));
});
