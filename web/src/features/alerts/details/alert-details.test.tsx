import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  alertName,
  type Episode,
  type SearchRequest,
  searchRequestSchema,
  type SearchResponse,
} from 'functions/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { meaningsOf, MEANINGS } from '#content/meanings.ts';
import { forgetCounts } from '#features/alerts/count/use-match-count.ts';
import { AlertsPage } from '#features/alerts/list/alerts-page.tsx';
import { OF_TWO_NAMES } from '#shared/testing/subject-pages.ts';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';

const DAY_MS = 86_400_000;

beforeEach(forgetCounts);

type Part = 'Matches' | 'Settings';

/** Opens a part of the first alert's row. `answer` mocks the search service. */
async function open(
  part: Part,
  keywords: string[],
  answer: (request: SearchRequest) => SearchResponse | null,
) {
  const requests: SearchRequest[] = [];
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    // Every number and list beside an alert is of what it sends.
    expect(new Headers(init?.headers).get('Prefer')).toMatch(/\bname-only=no$/);
    const request = searchRequestSchema.parse(JSON.parse(init?.body as string));
    requests.push(request);
    const found = answer(request);
    return Promise.resolve(found ? Response.json(found) : new Response('', { status: 503 }));
  });
  const { data } = fakeMemberData({ alerts: keywords.map(sampleAlert) });
  renderForMember(<AlertsPage />, data);
  await userEvent.click(await screen.findByRole('button', { name: keywords[0]! }));
  if (part === 'Settings') await press(`Settings of ${keywords[0]}`);
  return { data, requests };
}

const hourly = (count: number): Episode[] =>
  Array.from({ length: count }, (_, index) =>
    sampleEpisode({
      podcast: index % 3 === 0 ? 'Lex' : 'Hard Fork',
      link: `https://shows.example/${index}`,
      pub_date_ms: Date.now() - index * 3_600_000,
    }),
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const listed = () =>
  screen
    .getAllByRole('button', { name: /^Delete alert for/ })
    .map((button) => button.getAttribute('aria-label')?.replace('Delete alert for ', ''));

const rowOf = (keyword: string) =>
  screen.getByRole('button', { name: `Delete alert for ${keyword}` }).closest('li');

test('returns the focus to the pressed button, also from its row', async () => {
  const { data } = await open('Settings', ['openai'], () => ({ episodes: hourly(3), total: 3 }));
  let end: () => void = () => undefined;
  vi.spyOn(data, 'chooseOnlyAbout').mockReturnValue(
    new Promise<void>((resolve) => (end = resolve)),
  );
  const chosen = screen.getByRole('button', { name: 'Main topic only' });
  await userEvent.click(chosen);
  // Browsers blur a disabled button; the row then takes the focus.
  act(() => {
    chosen.blur();
    rowOf('openai')?.focus();
  });
  await act(() => {
    end();
    return Promise.resolve();
  });
  expect(document.activeElement).toBe(chosen);
});

test('requests the matches once, when they are opened', async () => {
  const { requests } = await open('Matches', ['openai'], () => ({ episodes: hourly(3), total: 3 }));
  expect(
    await screen.findByText('3 episodes in the past month, in Hard Fork (2) and Lex (1).'),
  ).toBeTruthy();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.keywords).toEqual(['openai']);
  expect(Date.now() - requests[0]!.startDate!).toBeLessThan(30 * DAY_MS + 60_000);
  // The period starts at midnight UTC, like the period of the row's count.
  expect(requests[0]!.startDate! % DAY_MS).toBe(0);
  expect(screen.queryByRole('group', { name: 'Narrow it' })).toBeNull();
});

test('one click narrows an alert with many matches, another undoes it', async () => {
  const { data } = await open('Settings', ['openai', 'a16z'], () => ({
    episodes: hourly(100),
    total: 1000,
  }));
  const narrow = await screen.findByRole('group', { name: 'Narrow it' });
  expect(
    within(narrow)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Only in titles', 'Not in Hard Fork', 'Not in Lex']);
  // Changes to all alerts are not offered inside one alert.
  expect(screen.queryByRole('button', { name: 'Get one email a week instead' })).toBeNull();
  const [added, deleted] = [vi.spyOn(data, 'addAlerts'), vi.spyOn(data, 'deleteAlert')];
  await press('Only in titles');
  await waitFor(() => expect(listed()).toEqual(['openai in the title', 'a16z']));
  expect(document.activeElement).toBe(rowOf('openai in the title'));
  await press('Undo');
  await waitFor(() => expect(listed()).toEqual(['openai', 'a16z']));
  expect(document.activeElement).toBe(rowOf('openai'));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  // The alert must keep its id, because a new alert would lose its pending matches.
  expect([added.mock.calls, deleted.mock.calls]).toEqual([[], []]);
});

test('lists the shows of the matches, and excludes a show with one click', async () => {
  const { requests } = await open('Matches', ['openai'], ({ keywords }) =>
    keywords[0] === 'openai'
      ? { episodes: hourly(3), total: 3 }
      : { episodes: hourly(1), total: 1 },
  );
  await userEvent.click(
    (
      await screen.findAllByRole('button', { name: 'Not this show: leave Hard Fork out of openai' })
    )[0]!,
  );
  const today = new Date().toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
  expect(
    await screen.findByText(new RegExp(`^Excluded: Hard Fork \\(show\\), ${today}`)),
  ).toBeTruthy();
  expect(listed()).toEqual(['openai, outside Hard Fork']);
  expect(await screen.findByText('1 episode in the past month, in Lex (1).')).toBeTruthy();
  expect(requests.at(-1)?.keywords).toEqual(['openai -show:"Hard Fork"']);
  const undo = screen.getByRole('button', { name: /^Undo: Hard Fork \(show\) is excluded/ });
  expect(document.activeElement).toBe(undo.closest('li'));
  await userEvent.click(undo);
  await waitFor(() => expect(screen.queryByText(/Excluded/)).toBeNull());
  expect(listed()).toEqual(['openai']);
  expect(document.activeElement).toBe(rowOf('openai'));
});

test('excludes a show from an alert saved before queries had syntax', async () => {
  await open('Matches', ['-5'], () => ({ episodes: hourly(1), total: 1 }));
  await userEvent.click(
    await screen.findByRole('button', { name: 'Not this show: leave Lex out of -5' }),
  );
  expect(await screen.findByText(/^Excluded: Lex \(show\)/)).toBeTruthy();
  expect(listed()).toEqual(['-5, outside Lex']);
});

test('offers no exclusion that would exceed the keyword limit', async () => {
  await open('Matches', ['x'.repeat(195)], () => ({ episodes: hourly(1), total: 1 }));
  await screen.findByText(/^1 episode /);
  expect(screen.queryByRole('button', { name: /^Not this show/ })).toBeNull();
});

test('keeps an alert that could not be narrowed, and shows the failure', async () => {
  const { data } = await open('Settings', ['openai'], () => ({
    episodes: hourly(100),
    total: 1000,
  }));
  await screen.findByRole('group', { name: 'Narrow it' });
  vi.spyOn(data, 'rewordAlert').mockRejectedValue(new Error('permission denied'));
  await press('Only in titles');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to change alert. Please try again.',
  );
  expect(listed()).toEqual(['openai']);
});

test('reports a keyword without matches, and suggests another spelling', async () => {
  const { requests } = await open('Settings', ['opnai'], () => ({
    episodes: [],
    total: 0,
    meant: ['openai'],
  }));
  await screen.findByRole('button', { name: 'openai' });
  // Both requests are for matches: the settings count later, after a debounce.
  expect(requests).toHaveLength(2);
  await press('Matches of opnai');
  expect(await screen.findByText('No match in the past month.')).toBeTruthy();
  expect(requests).toHaveLength(2);
  await press('Settings of opnai');
  await press('openai');
  await waitFor(() => expect(listed()).toEqual(['openai']));
});

test('reports no match in the past month even if there are older matches', async () => {
  await open('Matches', ['openai'], ({ startDate }) =>
    Date.now() - startDate! > 45 * DAY_MS
      ? { episodes: hourly(1), total: 1 }
      : { episodes: [], total: 0 },
  );
  expect(await screen.findByText('No match in the past month.')).toBeTruthy();
});

test('reports that matches cannot be counted, and still offers other names', async () => {
  const {
    name,
    keywords: [, other = ''],
  } = OF_TWO_NAMES;
  const { data } = await open('Settings', [name, '-5'], () => null);
  await press(`Matches of ${name}`);
  expect(await screen.findByText('Matches cannot be counted right now.')).toBeTruthy();
  await press(`Settings of ${name}`);
  const saved = vi.spyOn(data, 'addAlerts');
  await press(`Add “${other}”`);
  await waitFor(() => expect(listed()).toEqual([other, name, '-5']));
  expect(saved).toHaveBeenCalledExactlyOnceWith([other], {});
  expect(screen.queryByRole('group', { name: 'Also known as' })).toBeNull();
});

test('searches for the words of an alert saved before queries had syntax', async () => {
  const { requests } = await open('Matches', ['-5'], () => ({ episodes: hourly(1), total: 1 }));
  await screen.findByText(/^1 episode /);
  expect(requests[0]?.keywords).toEqual(['"-5"']);
});

test('restricts an alert to notes, shows that and its counts, and keeps it when narrowed', async () => {
  const { requests } = await open('Settings', ['openai'], () => ({
    episodes: hourly(100),
    total: 1000,
  }));
  const choice = await screen.findByRole('group', { name: 'Search in' });
  const pressed = () => within(choice).getByRole('button', { pressed: true }).textContent;
  expect(pressed()).toBe('Notes and transcripts');
  await press('Notes only');
  await waitFor(() => expect(pressed()).toBe('Notes only'));
  expect(screen.getByRole('button', { name: 'Delete alert for openai, notes only' })).toBeTruthy();
  // After the matches, three counts are requested: all mentions, notes only, and both options.
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ spoken: false, strength: 'about' }));
  expect(await screen.findByText('1,000+ → 1,000+ episodes a month')).toBeTruthy();
  await press('Only in titles');
  await waitFor(() => expect(listed()).toEqual(['openai in the title, notes only']));
});

test('shows that a choice could not be saved', async () => {
  const { data } = await open('Settings', ['openai'], () => ({ episodes: hourly(1), total: 1 }));
  vi.spyOn(data, 'chooseSpoken').mockRejectedValue(new Error('permission denied'));
  await press('Notes only');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to change alert. Please try again.',
  );
});

const ABOUT = 'Main topic only';
const alertMeFor = () => screen.findByRole('group', { name: 'Alert me for' });
const withStrengths = (passing: number, about: number): Episode[] =>
  hourly(passing + about).map((episode, at) => ({
    ...episode,
    strength: at < passing ? 'passing' : 'about',
  }));

test('restricts an alert to its main topic, and shows the counts of both choices', async () => {
  const { data, requests } = await open('Settings', ['strict'], ({ strength }) =>
    strength === 'about'
      ? { episodes: hourly(23), total: 23 }
      : { episodes: hourly(75), total: 75 },
  );
  const choice = await alertMeFor();
  const pressed = () => within(choice).getByRole('button', { pressed: true }).textContent;
  expect(pressed()).toBe('Any mention');
  expect(await screen.findByText('About 75 episodes a month; 23 are mainly about it')).toBeTruthy();
  expect(requests.map(({ strength }) => strength).sort()).toEqual(['about', undefined, undefined]);
  await press(ABOUT);
  await waitFor(() => expect(pressed()).toBe(ABOUT));
  expect(listed()).toEqual(['strict, main topic only']);
  expect(await screen.findByText('75 → 23 episodes a month')).toBeTruthy();
  // Only the matches are requested again, because the row and the settings share cached counts.
  await waitFor(() => expect(requests).toHaveLength(4));
  expect(requests.at(-1)).toMatchObject({ strength: 'about' });
  expect(screen.getByText('23 episodes in the past month')).toBeTruthy();
  await press('Matches of strict, main topic only');
  expect(await screen.findByText(/^23 episodes/, { selector: '[role=status]' })).toBeTruthy();
  await press('Settings of strict, main topic only');
  await press('Any mention');
  await waitFor(() => expect(listed()).toEqual(['strict']));
  expect(vi.isMockFunction(data.addAlerts)).toBe(false);
});

test.each([
  ['one', 1000, 400, '1,000+ episodes a month; 400+ are mainly about it'],
  ['two', 1, 0, 'About 1 episode a month; 0 are mainly about it'],
  ['three', 75, null, '75 episodes a month'],
  ['four', null, 23, 'Episodes cannot be counted right now.'],
])(
  '%s: shows %s mentions and %s main topics without an error',
  async (keyword, all, about, text) => {
    await open('Settings', [keyword], ({ strength }) => {
      const total = strength === 'about' ? about : all;
      return total === null ? null : { episodes: hourly(Math.min(total, 5)), total };
    });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('offers the main topic only if most matches are brief mentions', async () => {
  await open('Matches', ['openai'], () => ({ episodes: withStrengths(6, 4), total: 10 }));
  const offer = await screen.findByRole('button', { name: 'Main topic only?' });
  await userEvent.click(offer);
  await waitFor(() => expect(listed()).toEqual(['openai, main topic only']));
  expect(screen.queryByText(/^Mostly brief mentions/)).toBeNull();
  expect(document.activeElement).toBe(rowOf('openai, main topic only'));
});

test('offers the main topic only for more than one match a day with brief mentions', async () => {
  await open('Matches', ['openai'], () => ({ episodes: withStrengths(1, 9), total: 31 }));
  expect(await screen.findByText(/^More than one a day:/)).toBeTruthy();
  await press('Main topic only?');
  await waitFor(() => expect(listed()).toEqual(['openai, main topic only']));
});

test('offers nothing if all matches are about the topic', async () => {
  await open('Matches', ['openai'], () => ({ episodes: withStrengths(0, 10), total: 90 }));
  expect(await screen.findByText(/^90 episodes in the past month/)).toBeTruthy();
  expect(screen.queryByText(/^More than one a day/)).toBeNull();
});

test('offers nothing if most matches are about the topic', async () => {
  await open('Matches', ['openai'], () => ({ episodes: withStrengths(4, 6), total: 10 }));
  expect(await screen.findByText(/^10 episodes in the past month/)).toBeTruthy();
  expect(screen.queryByText(/^Mostly brief mentions/)).toBeNull();
});

const { name: AMBIGUOUS } = MEANINGS[0]!;
const [any, meant] = meaningsOf(AMBIGUOUS)!;
const MEANT_NAME = alertName({ keyword: meant.keyword, language: 2 });

const fruitAndPhones = ({ keywords: [keyword = ''] }: SearchRequest): SearchResponse => {
  const [phone, fruit] = ['Phones', 'Fruit'].map((title) =>
    sampleEpisode({ title, link: `https://shows.example/${title}`, pub_date_ms: Date.now() }),
  );
  const episodes = keyword.includes(' with:') ? [phone!] : [phone!, fruit!];
  return { episodes, total: episodes.length };
};

test('an alert for an ambiguous word asks what it means, with both counts', async () => {
  const { requests } = await open('Settings', [AMBIGUOUS], fruitAndPhones);
  const group = await screen.findByRole('group', { name: `Meaning of “${AMBIGUOUS}”` });
  expect(await within(group).findByText('1 episode a month')).toBeTruthy();
  expect(within(group).getByText('2 episodes a month')).toBeTruthy();
  expect(requests.some(({ keywords }) => keywords[0] === meant.keyword)).toBe(true);
  await press(meant.label);
  await waitFor(() => expect(listed()).toEqual([MEANT_NAME]));
  await press(any.label);
  await waitFor(() => expect(listed()).toEqual([AMBIGUOUS]));
});

test('an alert for a word with a capital asks only if the word is no name somewhere', async () => {
  const asked = () => screen.queryByRole('group', { name: /^Meaning of/ });
  const counted =
    (names: number) =>
    ({ keywords: [keyword = ''] }: SearchRequest) => ({
      episodes: [],
      total: keyword.startsWith('name:') ? names : 5,
    });
  await open('Settings', ['Trade'], counted(5));
  await screen.findByText(/^About 5 episodes a month/);
  await waitFor(() => expect(asked()).toBeNull());
});

test('offers the meaning as a name, if the word is no name somewhere', async () => {
  await open('Settings', ['Trade'], ({ keywords: [keyword = ''] }) => ({
    episodes: [],
    total: keyword.startsWith('name:') ? 2 : 5,
  }));
  const group = await screen.findByRole('group', { name: 'Meaning of “Trade”' });
  expect(within(group).getByText('2 episodes a month')).toBeTruthy();
  await press('Only as a name');
  await waitFor(() => expect(listed()).toEqual(['Trade as a name']));
});

test('a match of another meaning offers to leave such matches out', async () => {
  await open('Matches', [AMBIGUOUS], fruitAndPhones);
  const leave = await screen.findByRole('button', { name: /^Not this meaning/ });
  expect(leave.closest('li')?.textContent).toContain('Fruit');
  await userEvent.click(leave);
  await waitFor(() => expect(listed()).toEqual([MEANT_NAME]));
});

test('an alert for a person can be for when they speak, and back', async () => {
  await open('Settings', ['Sam Altman'], () => ({ episodes: [], total: 0 }));
  expect(screen.getByRole('button', { name: 'Are named or speak', pressed: true })).toBeTruthy();
  await press('Speak');
  await waitFor(() => expect(listed()).toEqual(['Sam Altman speaking']));
  await press('Are named or speak');
  await waitFor(() => expect(listed()).toEqual(['Sam Altman']));
});

test.each([
  ['Use the signs', 'openai or claude, and also google'],
  ['Keep as words', '"google AND (openai OR claude)"'],
])('asks once about brackets of an earlier alert: %s', async (name, after) => {
  const typed = 'google AND (openai OR claude)';
  const { requests } = await open('Settings', [typed], ({ keywords }) => ({
    episodes: [],
    total: keywords[0] === typed ? 3 : 12,
  }));
  const group = screen.getByRole('group', { name: 'New signs' });
  const words = 'Episodes that mention “google AND (openai OR claude)”. 12 episodes a month.';
  expect(await within(group).findByText(words)).toBeTruthy();
  const signs = 'Episodes that mention openai or claude, and also google. 3 episodes a month.';
  expect(within(group).getByText(signs)).toBeTruthy();
  expect(requests.map(({ keywords }) => keywords[0])).toContain(`"${typed}"`);
  await press(name);
  await waitFor(() => expect(listed()).toEqual([after]));
  expect(screen.queryByRole('group', { name: 'New signs' })).toBeNull();
});
