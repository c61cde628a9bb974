import { act, screen } from '@testing-library/react';
import { DAY_MS, DEFAULT_PREFERENCES, type NewPreferences } from 'functions/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetCounts } from '#features/alerts/count/use-match-count.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { KeywordPreview } from './keyword-preview.tsx';

beforeEach(() => {
  forgetCounts();
  vi.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const HAD = [{ keyword: 'a16z' }];

/** Opens the preview with a mocked search service. */
function open(answer: () => Response, change: Partial<NewPreferences> = {}) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(answer()));
  vi.stubGlobal('fetch', fetched);
  const preferences = { ...DEFAULT_PREFERENCES, ...change, updatedAtMs: 1 };
  const { data } = fakeMemberData({ person: { preferences } });
  const { rerender } = renderForMember(<KeywordPreview typed="" existing={[]} />, data);
  return {
    fetched,
    write: vi.spyOn(data, 'savePreferences'),
    type: (typed: string) => rerender(<KeywordPreview typed={typed} existing={HAD} />),
  };
}

const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  });
const found = (total: number) => () => Response.json({ episodes: [], total });
const shown = () => document.querySelector('[aria-live]')?.textContent.trim();
const bodies = (fetched: ReturnType<typeof open>['fetched']) =>
  fetched.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as unknown);

describe('the count', () => {
  test('requests a count for the last 30 UTC days when typing pauses', async () => {
    const { fetched, type } = open(found(42));
    for (const typed of ['Op', 'Open', ' OpenAI ']) {
      type(typed);
      await pass(300);
    }
    expect(fetched).not.toHaveBeenCalled();
    await pass(300);
    expect(bodies(fetched)).toEqual([
      {
        keywords: ['OpenAI'],
        language: 'English',
        startDate: (Math.floor(Date.now() / DAY_MS) - 29) * DAY_MS,
      },
    ]);
    expect(shown()).toBe('About 42 episodes in the past month.');
  });

  test.each(['', ' a ', 'x'.repeat(201)])('never requests a count for "%s"', async (keyword) => {
    const { fetched, type } = open(found(42));
    type(keyword);
    await pass(5000);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('aborts the count of an outdated keyword', async () => {
    const { fetched, type } = open(found(42));
    type('OpenAI');
    await pass(600);
    const [, init] = fetched.mock.calls[0]!;
    type('OpenAI news');
    expect(init?.signal?.aborted).toBe(true);
    expect(shown()).not.toContain('42');
  });

  test('hides a failed count', async () => {
    const { type } = open(() => new Response('', { status: 503 }));
    type('OpenAI');
    await pass(600);
    expect(shown()).toBe('Names and phrases work best. Separate alerts with commas.');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a list', () => {
  const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

  test('counts each keyword of a list once, sequentially', async () => {
    let total = 0;
    const { fetched, type } = open(() => found((total += 500))());
    type('OpenAI, climate policy');
    await pass(600);
    expect(lines()).toEqual(['OpenAI500', 'climate policy1,000+']);
    type('OpenAI, climate policy, robots, a16z');
    expect(lines()).toEqual([
      'OpenAI500',
      'climate policy1,000+',
      'robots…',
      'a16zalready an alert',
    ]);
    await pass(600);
    expect(bodies(fetched)).toMatchObject([
      { keywords: ['OpenAI'] },
      { keywords: ['climate policy'] },
      { keywords: ['robots'] },
      { keywords: ['a16z'] },
    ]);
  });

  test('reports keywords without a term to search for', async () => {
    const { fetched, type } = open(found(1));
    type('-ads, -sponsor');
    await pass(600);
    expect(lines()).toEqual(['-adsnothing to search for', '-sponsornothing to search for']);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('reports keywords that are too long', async () => {
    const { fetched, type } = open(found(1));
    type(`robots, ${'x'.repeat(201)}`);
    await pass(600);
    expect(lines()).toEqual(['robots1', `${'x'.repeat(201)}too long`]);
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('counts each keyword with the exclusions of the list', async () => {
    const { fetched, type } = open(found(0));
    type('OpenAI, robots, -sponsor');
    await pass(600);
    expect(lines()).toEqual(['OpenAInone', 'robotsnone']);
    expect(bodies(fetched)).toMatchObject([
      { keywords: ['OpenAI -sponsor'] },
      { keywords: ['robots -sponsor'] },
    ]);
  });

  test('shows a dash for a keyword that cannot be counted', async () => {
    let answers = 0;
    const { fetched, type } = open(() =>
      (answers += 1) === 1 ? new Response('', { status: 503 }) : found(7)(),
    );
    type('OpenAI, robots');
    await pass(600);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(lines()).toEqual(['OpenAI–', 'robots7']);
  });
});

describe('a query', () => {
  test('describes a query immediately, and counts it', async () => {
    const { type } = open(found(42));
    type('openai -sponsor');
    expect(shown()).toBe('Episodes that mention openai, but not sponsor.');
    await pass(600);
    expect(shown()).toBe(
      'Episodes that mention openai, but not sponsor. About 42 episodes in the past month.',
    );
  });

  test('reports a query without a term to search for', () => {
    const { type } = open(found(0));
    type('-sponsor');
    expect(shown()).toBe('Add at least one word to search for.');
  });
});

describe('the weekly email', () => {
  const offer = () => screen.queryByRole('button', { name: 'Get one email a week instead' });

  async function typeCommon(total: number, change: Partial<NewPreferences> = {}) {
    const opened = open(found(total), change);
    opened.type('the');
    await pass(600);
    return opened;
  }

  test('does not offer a weekly email up to fifty episodes a week', async () => {
    await typeCommon(214);
    expect(offer()).toBeNull();
  });

  test('offers a weekly email for more, chosen with one click', async () => {
    const { write } = await typeCommon(1000, { hour: 18, timeZone: 'Asia/Tokyo' });
    expect(shown()).toBe('At least 1,000 episodes in the past month.That is more than 233 a week.');
    act(() => offer()!.click());
    await pass(0);
    expect(write).toHaveBeenCalledExactlyOnceWith({
      cadence: 'weekly',
      hour: 18,
      weekday: 1,
      timeZone: 'Asia/Tokyo',
    });
    expect(offer()).toBeNull();
    expect(screen.getByText('You get them in one email a week.')).toBeTruthy();
  });

  test('does not offer a weekly email while email is paused', async () => {
    await typeCommon(1000, { cadence: 'paused' });
    expect(shown()).toContain('more than 233 a week');
    expect(offer()).toBeNull();
  });

  test('offers a weekly email again after a failure', async () => {
    const { write } = await typeCommon(1000);
    write.mockRejectedValueOnce(new Error('permission denied'));
    act(() => offer()!.click());
    await pass(0);
    expect(screen.getByRole('alert').textContent).toBe(
      'Failed to save preferences. Please try again.',
    );
    expect(offer()).not.toBeNull();
  });
});
