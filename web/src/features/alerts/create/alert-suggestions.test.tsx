import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { INITIAL_SEARCH_STATE, searchStore } from '#shared/search/search-store.ts';
import { AlertSuggestions } from './alert-suggestions.tsx';
import { suggestedKeywords } from './suggested-keywords.ts';

const week = (count: number) => [0, 0, 0, 0, 0, 0, 0, count, 0, 0, 0, 0, 0, 0];

test('suggests what was searched, then what is talked about most', () => {
  const counts = { '/company/anthropic': week(5), '/vc/a16z': week(9), '/company/openai': week(0) };
  expect(suggestedKeywords(['sourdough'], counts, [])).toEqual(['sourdough', 'a16z', 'Anthropic']);
  expect(suggestedKeywords([], counts, [{ keyword: 'A16Z' }])).toEqual([
    'Anthropic',
    'OpenAI',
    'Sam Altman',
  ]);
});

test('suggests nothing twice, and nothing that cannot be an alert', () => {
  const searched = ['OpenAI', 'openai', '-sponsor', 'x'.repeat(300)];
  expect(suggestedKeywords(searched, {}, [])).toEqual(['OpenAI', 'Sam Altman', 'a16z']);
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
