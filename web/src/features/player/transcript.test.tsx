import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { Episode } from 'functions/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { Transcript } from './transcript.tsx';

const SAID = [
  { atMs: 754_000, text: 'One <b>bold</b> >>>word<<<.', speaker: 'Ann' },
  { atMs: 758_000, text: 'And another.', speaker: 'Ann' },
  { atMs: 765_000, text: 'What?', speaker: 'Bo' },
];

let answers: unknown[];
const fetched = vi.fn();
let made = 0;

beforeEach(() => {
  answers = [];
  fetched.mockReset();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    fetched(JSON.parse(body));
    const answer = answers.shift();
    if (answer === undefined) return Promise.reject(new TypeError('offline'));
    return Promise.resolve(Response.json(answer));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Uses a new audio URL for each test, because responses are cached until the page is left. */
function episodeOf(change: Partial<Episode> = {}): Episode {
  made += 1;
  return sampleEpisode({
    audio: `https://host.example/${made}.mp3`,
    pub_date_ms: 1_000,
    spoken: [{ text: '>>>word<<<', atMs: 754_000 }],
    ...change,
  });
}

const wait = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(episode = episodeOf(), atS = 759) {
  const element = new Audio();
  element.play = vi.fn(() => Promise.resolve());
  const of = (seconds: number) => <Transcript element={element} episode={episode} atS={seconds} />;
  const { rerender, unmount } = render(of(atS));
  const loading = screen.queryByText('Loading the transcript…');
  await wait();
  const goTo = async (seconds: number, ms = 500) => {
    rerender(of(seconds));
    await wait(ms);
  };
  return { element, goTo, loading, unmount };
}

const section = () => screen.queryByRole('region', { name: 'Transcript' });
const lines = () => within(section()!).getAllByRole('button');

test('shows the transcript around the position as plain text, and marks the current sentence', async () => {
  answers = [{ sentences: SAID }];
  const { goTo, loading } = await show();
  expect(loading).not.toBeNull();
  expect(fetched).toHaveBeenCalledExactlyOnceWith({
    around: { audio: expect.stringContaining('.mp3') as string, pub_date_ms: 1_000, atMs: 750_000 },
  });
  expect(lines().map((line) => [line.textContent, line.getAttribute('aria-current')])).toEqual([
    ['12:34 Ann: One <b>bold</b> >>>word<<<.', null],
    ['12:38 Ann: And another.', 'true'],
    ['12:45 Bo: What?', null],
  ]);
  await goTo(765);
  expect(lines().map((line) => line.getAttribute('aria-current'))).toEqual([null, null, 'true']);
});

test('a click on a sentence plays from there', async () => {
  answers = [{ sentences: SAID }];
  const { element } = await show();
  fireEvent.click(lines()[2]!);
  expect(element.currentTime).toBe(765);
  expect(element.play).toHaveBeenCalledOnce();
});

test('requests further parts once the position has settled, each once', async () => {
  answers = [{ sentences: SAID }, { sentences: [] }];
  const episode = episodeOf();
  const { goTo, unmount } = await show(episode);
  await goTo(809);
  await goTo(721);
  expect(fetched).toHaveBeenCalledTimes(1);
  await goTo(1200, 100);
  await goTo(1800, 100);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(section()).not.toBeNull();
  await wait(500);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(fetched.mock.lastCall).toMatchObject([{ around: { atMs: 1_800_000 } }]);
  expect(section()?.textContent).toContain('No speech here.');
  await goTo(759);
  unmount();
  await show(episode);
  expect(lines()).toHaveLength(3);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test.each([
  ['without transcript', {}, [{ sentences: null }], 1],
  ['of another backend', {}, [{ episodes: [] }], 1],
  ['without publication date', { pub_date_ms: null }, [], 0],
])(
  'shows nothing and sends no second request for an episode %s',
  async (_name, change, given, calls) => {
    answers = given;
    const { goTo } = await show(episodeOf(change));
    expect(section()).toBeNull();
    await goTo(3000);
    expect(fetched).toHaveBeenCalledTimes(calls);
  },
);

test('a failure is shown quietly, and hidden if no transcript is known', async () => {
  const { goTo, unmount } = await show();
  expect(screen.getByRole('status').textContent).toBe('The transcript did not load.');
  await goTo(760);
  expect(fetched).toHaveBeenCalledTimes(1);
  answers = [{ sentences: SAID }];
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await wait();
  expect(lines()).toHaveLength(3);
  unmount();
  await show(episodeOf({ spoken: [] }));
  expect(section()).toBeNull();
});

test('parses a hostile response leniently', async () => {
  const wrong = [
    null,
    7,
    { atMs: 'x', text: 'a' },
    { atMs: -1, text: 'a' },
    { atMs: 1, text: ' ' },
  ];
  answers = [{ sentences: [...wrong, { ...SAID[0], speaker: 7 }] }];
  await show();
  expect(lines().map(({ textContent }) => textContent)).toEqual([
    '12:34 One <b>bold</b> >>>word<<<.',
  ]);
});
