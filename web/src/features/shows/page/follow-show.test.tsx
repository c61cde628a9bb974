import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FollowedShow } from 'functions/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import * as accountCalls from '#shared/data/account-calls.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { FollowShow } from './follow-show.tsx';

vi.mock('#shared/data/account-calls.ts');
const calls = vi.mocked(accountCalls);

beforeEach(() => void calls.followShows.mockReset());

const ID = '0123456789abcdef0123';
const FEED = 'https://show.example/feed';
const followed = (id: string): FollowedShow => ({
  id,
  feedUrl: FEED,
  title: 'The Show',
  followedAtMs: 1,
});

function open(...shows: FollowedShow[]) {
  const member = fakeMemberData({ shows });
  renderForMember(<FollowShow id={ID} title="The Show" feedUrl={FEED} />, member.data);
  return member;
}

const button = () => screen.findByRole('button', { name: 'Follow The Show' });

test('follows the show by its feed, and confirms it', async () => {
  const { changeShows } = open();
  calls.followShows.mockResolvedValueOnce({
    lines: [{ feedUrl: FEED, showId: ID, outcome: 'followed' }],
  });
  await userEvent.click(await button());
  expect(calls.followShows).toHaveBeenCalledExactlyOnceWith([FEED]);
  changeShows([followed(ID)]);
  await screen.findByText(/^Following\./);
  expect(screen.getByRole('link', { name: 'Your shows' }).getAttribute('href')).toBe(
    '/alerts#shows',
  );
});

test('recognises a followed show', async () => {
  open(followed(ID));
  await screen.findByText(/^Following\./);
  expect(screen.queryByRole('button')).toBeNull();
});

test('explains why a show cannot be followed', async () => {
  open();
  calls.followShows.mockResolvedValueOnce({
    lines: [{ feedUrl: FEED, showId: '', outcome: 'daily-limit' }],
  });
  await userEvent.click(await button());
  expect((await screen.findByRole('alert')).textContent).toContain('today’s limit');
});

test('follows the show that was wanted before the sign-in, once', async () => {
  const onFollowed = vi.fn();
  const { data, changeShows } = fakeMemberData({ shows: [] });
  calls.followShows.mockResolvedValue({
    lines: [{ feedUrl: FEED, showId: ID, outcome: 'followed' }],
  });
  const page = (
    <FollowShow id={ID} title="The Show" feedUrl={FEED} isWanted onFollowed={onFollowed} />
  );
  const { rerender } = renderForMember(page, data);
  await vi.waitFor(() => expect(onFollowed).toHaveBeenCalledOnce());
  rerender(page);
  changeShows([followed(ID)]);
  await screen.findByText(/^Following\./);
  expect(calls.followShows).toHaveBeenCalledExactlyOnceWith([FEED]);
});
