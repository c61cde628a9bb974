import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { entityPath } from '#content/categories.ts';
import { HOME_GROUPS } from '#content/home-groups.ts';
import { ALERT_EXAMPLES } from '#content/subject.ts';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { INITIAL_SEARCH_STATE, searchStore } from '#shared/search/search-store.ts';
import { AlertSuggestions } from './alert-suggestions.tsx';
import { suggestedKeywords } from './suggested-keywords.ts';

const week = (count: number) => [0, 0, 0, 0, 0, 0, 0, count, 0, 0, 0, 0, 0, 0];

test('suggests what was searched, then what is talked about most', () => {
  const { name: little, ...few } = HOME_GROUPS[0]!.entities[0]!;
  const { name: much, ...many } = HOME_GROUPS.at(-1)!.entities[0]!;
  const none = HOME_GROUPS[0]!.entities[1]!;
  const counts = {
    [entityPath(few)]: week(5),
    [entityPath(many)]: week(9),
    [entityPath(none)]: week(0),
  };
  expect(suggestedKeywords(['perovskite'], counts, [])).toEqual(['perovskite', much, little]);
  const usual = ALERT_EXAMPLES.filter((name) => name !== much && name !== little);
  expect(suggestedKeywords([], counts, [{ keyword: much.toUpperCase() }])).toEqual([
    little,
    ...usual.slice(0, 2),
  ]);
});

test('suggests nothing twice, and nothing that cannot be an alert', () => {
  const [first = ''] = ALERT_EXAMPLES;
  const searched = [first, first.toLowerCase(), '-sponsor', 'x'.repeat(300)];
  expect(suggestedKeywords(searched, {}, [])).toEqual(ALERT_EXAMPLES.slice(0, 3));
});

test('creates an alert with one press, and keeps the button and its focus', async () => {
  vi.spyOn(searchStore, 'getState').mockReturnValue({
    ...INITIAL_SEARCH_STATE,
    lastSearchKeywords: ['sourdough'],
  });
  const { data } = fakeMemberData({ alerts: [sampleAlert('a16z')] });
  const addAlerts = vi.spyOn(data, 'addAlerts');
  renderForMember(<AlertSuggestions />, data);
  const button = await screen.findByRole('button', { name: 'Create an alert for sourdough' });
  expect(screen.getAllByRole('button')).toHaveLength(3);
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Created: sourdough'));
  await userEvent.click(button);
  expect(addAlerts).toHaveBeenCalledExactlyOnceWith(['sourdough'], {});
  expect(document.activeElement).toBe(button);
});
