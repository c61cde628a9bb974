import { expect, test } from 'vitest';
import { MAX_ALERTS } from '../../contract/index.ts';
import type { ActiveAlert } from '../alert-record.ts';
import {
  isForNotesOnly,
  isOnlyAbout,
  marksOf,
  normalFormIn,
  savedKeywords,
} from './saved-keywords.ts';

const alert = (alertId: string, keyword: string, sinceMs = 0): ActiveAlert => ({
  uid: 'ada',
  alertId,
  keyword,
  sinceMs,
});

test('a person’s alerts for one keyword are one, the oldest, which knows the others', () => {
  const keywords = savedKeywords([
    alert('a', 'openai!', 20),
    alert('b', 'OpenAI', 10),
    alert('c', 'Graphs', 5),
    alert('d', '?!', 5),
    alert('f', 'OPENAI', 15),
  ]);
  expect(Object.fromEntries(keywords)).toEqual({
    openai: { ...alert('b', 'OpenAI', 10), otherAlertIds: ['f', 'a'] },
    graphs: alert('c', 'Graphs', 5),
  });
});

test('an alert means what its language says; without one, its words side by side', () => {
  const asked = { ...alert('b', 'e-mail -5', 1), language: 1 as const };
  const same = { ...alert('c', 'OpenAI'), language: 1 as const };
  const keywords = savedKeywords([alert('a', 'e-mail -5'), asked, same, alert('d', 'openai', 5)]);
  expect([...keywords.keys()]).toEqual(['e-mail 5', 'openai', '+"e-mail" -"5"']);
  expect(keywords.get('openai')?.otherAlertIds).toEqual(['d']);
});

test('alerts for the same words are two where spoken words count for one of them alone', () => {
  const notes = { ...alert('b', 'OpenAI!', 1), spoken: false as const };
  const more = { ...alert('c', 'openai', 2), spoken: false as const };
  const keywords = savedKeywords([more, notes, alert('a', 'openai', 5)]);
  expect(
    [...keywords.values()].map(({ alertId, otherAlertIds }) => [alertId, otherAlertIds]),
  ).toEqual([
    ['b', ['c']],
    ['a', undefined],
  ]);
  expect([...keywords.keys()].map(normalFormIn)).toEqual(['openai', 'openai']);
});

test('nobody is left out with as many alerts as are allowed', () => {
  const most = Array.from({ length: MAX_ALERTS }, (_, index) => alert(`${index}`, 'the'));
  const [the] = savedKeywords(most).values();
  expect(the?.otherAlertIds).toHaveLength(MAX_ALERTS - 1);
});

test('an alert for what is about it alone has a key of its own, whatever else it chooses', () => {
  const of = (choice: object) => ({ ...alert('a', 'OpenAI!', 1), ...choice });
  const keyOf = (choice: object) => [...savedKeywords([of(choice)]).keys()][0]!;
  const keys = [{}, { spoken: false }, { onlyAbout: true }, { spoken: false, onlyAbout: true }].map(
    keyOf,
  );
  expect(new Set(keys).size).toBe(4);
  expect(keys.map(normalFormIn)).toEqual(Array.from({ length: 4 }, () => 'openai'));
  expect(keys.map(isForNotesOnly)).toEqual([false, true, false, true]);
  expect(keys.map(isOnlyAbout)).toEqual([false, false, true, true]);
  expect(keys.map(marksOf)).toEqual([0, 1, 1, 2]);
});
