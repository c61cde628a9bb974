import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as accountCalls from '#shared/data/account-calls.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { ShowsOfList } from './shows-of-list.tsx';

vi.mock('#shared/data/account-calls.ts');
const { previewShows } = vi.mocked(accountCalls);

beforeEach(() => void previewShows.mockReset());

function open(opml: string, onDone = vi.fn()) {
  const list = (text: string) => <ShowsOfList opml={text} name="shows.opml" onDone={onDone} />;
  const { rerender } = renderForMember(list(opml), fakeMemberData({}).data);
  return { onDone, give: (text: string) => rerender(list(text)) };
}

const previewOf = (title: string) => ({
  room: 50,
  lines: [
    {
      title,
      feedUrl: `https://feeds.example/${title}`,
      showId: '0'.repeat(20),
      outcome: 'new' as const,
    },
  ],
});

test('reads a list once, and another list when it changes', async () => {
  previewShows.mockImplementation((opml) => Promise.resolve(previewOf(opml)));
  const { give } = open('One');
  expect(await screen.findByText('One')).toBeTruthy();
  give('One');
  give('Two');
  expect(await screen.findByText('Two')).toBeTruthy();
  expect(previewShows.mock.calls).toEqual([['One'], ['Two']]);
});

test('shows progress, then the failure with a way back', async () => {
  previewShows.mockRejectedValueOnce(new Error('away'));
  const { onDone } = open('One');
  expect(screen.getByText('Reading the list…').getAttribute('role')).toBe('status');
  expect(await screen.findByText('Failed to read the list. Please try again.')).toBeTruthy();
  screen.getByRole('button', { name: 'Back' }).click();
  expect(onDone).toHaveBeenCalledOnce();
});
