import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type Episode, episodeKey } from 'functions/contract';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { nowPlaying } from '#shared/player/now-playing.ts';
import { keepEpisode, keptEpisode } from '#shared/player/kept-episode.ts';
import { rememberedPosition, rememberPosition } from '#shared/player/positions.ts';
import { COMPOSING_KEYS } from '#shared/testing/composing-keys.ts';
import { GoOn } from './go-on.tsx';
import { Player } from './player.tsx';
import { chosenSpeed } from './speed.ts';

const AUDIO = 'https://host.example/1.mp3';
const LINK = 'https://shows.example/cost-of-thinking';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ sentences: null })));
});

/** An audio element with a given state, which plays and pauses like a browser's. */
function audioAt(state: { atS?: number; durationS?: number; failure?: number }) {
  const element = new Audio();
  element.setAttribute('src', AUDIO);
  let { atS = 0 } = state;
  const own = {
    paused: true,
    readyState: 4,
    duration: state.durationS ?? 3600,
    error: state.failure === undefined ? null : { code: state.failure },
  };
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(element, name, { value, writable: true });
  }
  Object.defineProperty(element, 'currentTime', {
    get: () => atS,
    set: (next: number) => {
      atS = next;
      element.dispatchEvent(new Event('timeupdate'));
    },
  });
  const set = (paused: boolean) => {
    Object.assign(element, { paused });
    element.dispatchEvent(new Event(paused ? 'pause' : 'play'));
  };
  element.play = vi.fn(() => {
    set(false);
    return Promise.resolve();
  });
  element.pause = vi.fn(() => set(true));
  return element;
}

function show(element: HTMLAudioElement, { chapters }: Pick<Episode, 'chapters'> = {}) {
  const spoken = [754_000, 9_000_000].map((atMs) => ({ text: `>>>work<<< ${atMs}`, atMs }));
  const episode = sampleEpisode({
    audio: AUDIO,
    duration_s: 3600,
    spoken,
    spokenTotal: 2,
    ...(chapters && { chapters }),
  });
  return render(<Player playing={{ episode, element, atMs: undefined }} />);
}

const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const position = () => screen.getByRole('slider', { name: 'Position in the episode' });

test('plays, pauses, skips and shows the position', () => {
  const element = audioAt({ atS: 754 });
  show(element);
  expect(screen.getByRole('region', { name: 'Player' }).textContent).toContain(
    'The cost of thinking',
  );
  expect(element.paused).toBe(false);
  press('Pause');
  expect(element.paused).toBe(true);
  press('Play');
  expect(element.paused).toBe(false);
  press('Forward 30 seconds');
  press('Back 15 seconds');
  expect(position().getAttribute('aria-valuetext')).toBe('12:49 of 1:00:00');
});

test('seeks on the slider, clamped to the episode', () => {
  const element = audioAt({ atS: 10 });
  show(element);
  fireEvent.change(position(), { target: { value: '1800' } });
  expect(element.currentTime).toBe(1800);
  fireEvent.keyDown(position(), { key: 'ArrowRight' });
  expect(element.currentTime).toBe(1805);
  for (const key of COMPOSING_KEYS) {
    fireEvent.keyDown(position(), { ...key, key: 'ArrowRight' });
    fireEvent.keyDown(position(), { ...key, key: 'l' });
  }
  expect(element.currentTime).toBe(1805);
  element.currentTime = 3590;
  press('Forward 30 seconds');
  expect(element.currentTime).toBe(3600);
  element.currentTime = 3;
  press('Back 15 seconds');
  expect(element.currentTime).toBe(0);
});

test('marks quotations within the episode', () => {
  const { container } = show(audioAt({}));
  expect(
    [...container.querySelectorAll('[title]')].map((mark) => mark.getAttribute('title')),
  ).toEqual(['12:34 work 754000']);
});

function openSheet() {
  fireEvent.click(screen.getByRole('button', { name: /^Show the player: / }));
  return within(screen.getByRole('dialog', { name: 'The cost of thinking' }));
}

test('hides the bar while the sheet, with the same buttons, is open', () => {
  show(audioAt({}));
  const bar = screen.getByRole('region', { name: 'Player' });
  expect(bar.className).not.toContain('invisible');
  const sheet = openSheet();
  expect(bar.className).toContain('invisible');
  fireEvent.click(sheet.getByRole('button', { name: 'Back to the page' }));
  expect(bar.className).not.toContain('invisible');
});

const chaptersAt = (times: Record<string, number>) =>
  Object.entries(times).map(([title, atMs]) => ({ title, atMs }));

test('shows the current chapter, marks the others, and lists all in the sheet', () => {
  const element = audioAt({ atS: 60 });
  const chapters = chaptersAt({ Hello: 61_000, Tides: 90_500, Never: 9_000_000 });
  const { container } = show(element, { chapters });
  const marks = [...container.querySelectorAll('[title]')].map((mark) =>
    mark.getAttribute('title'),
  );
  expect(marks).toEqual(['1:01 Hello', '1:30 Tides', '12:34 work 754000']);
  const bar = screen.getByRole('region', { name: 'Player' });
  expect(bar.textContent).toContain('Signal & Noise');
  const sheet = openSheet();
  const tides = sheet.getByRole('button', { name: '1:30 Tides' });
  expect(tides.getAttribute('aria-current')).toBeNull();
  fireEvent.click(tides);
  expect(element.currentTime).toBe(90.5);
  expect(tides.getAttribute('aria-current')).toBe('true');
  expect(bar.textContent).toContain('Tides');
  const spoken = sheet.getByRole('button', { name: '12:34 work 754000' });
  expect(spoken.getAttribute('aria-current')).toBeNull();
  fireEvent.click(spoken);
  expect(element.currentTime).toBe(754);
  // The quotation is current for 30 seconds.
  expect(spoken.getAttribute('aria-current')).toBe('true');
  act(() => void (element.currentTime = 790));
  expect(spoken.getAttribute('aria-current')).toBeNull();
});

test.each([
  ['once, in the transcript', [{ atMs: 754_000, text: 'It is work 754000.' }], 0],
  ['in the list without a transcript', null, 1],
])('shows the current quotation %s', async (_, sentences, quoted) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ sentences })));
  // Responses are cached by the URL of the audio.
  const audio = `${AUDIO}?${quoted}`;
  const spoken = [{ text: 'It is >>>work<<< 754000.', atMs: 754_000 }];
  const episode = sampleEpisode({ audio, duration_s: 3600, spoken, spokenTotal: 1 });
  render(<Player playing={{ episode, element: audioAt({ atS: 754 }), atMs: undefined }} />);
  const list = within(openSheet().getByRole('region', { name: 'Where it is said' }));
  fireEvent.click(list.getByRole('button'));
  await waitFor(() => {
    expect(list.queryAllByText('work')).toHaveLength(quoted);
    expect(screen.queryAllByText(/It is work/)).toHaveLength(1 - quoted);
    expect(list.queryAllByText('Now, in the transcript below')).toHaveLength(1 - quoted);
  });
});

test('buttons skip between chapters', () => {
  const element = audioAt({ atS: 100 });
  show(element, { chapters: chaptersAt({ One: 30_000, Two: 90_000, Three: 300_000 }) });
  press('Next chapter');
  expect(element.currentTime).toBe(300);
  expect(screen.getByRole('button', { name: 'Next chapter' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  press('Next chapter');
  press('Previous chapter');
  expect(element.currentTime).toBe(90);
  expect(
    screen.getByRole('button', { name: 'Next chapter' }).getAttribute('aria-disabled'),
  ).toBeNull();
});

test('shows no chapters and no quotations without any', () => {
  const episode = sampleEpisode({ audio: AUDIO });
  render(<Player playing={{ episode, element: audioAt({}), atMs: undefined }} />);
  expect(screen.queryByRole('button', { name: /chapter/ })).toBeNull();
  const sheet = openSheet();
  expect(sheet.queryAllByRole('heading', { level: 3 })).toEqual([]);
});

test('has no native select element', () => {
  const chapters = chaptersAt({ One: 30_000 });
  show(audioAt({}), { chapters });
  openSheet();
  expect(document.querySelector('select')).toBeNull();
});

describe('a link to the current time', () => {
  const FROM_HERE = `${AUDIO}#t=754`;
  const share = async (element = audioAt({ atS: 754.9 })) => {
    show(element);
    const sheet = openSheet();
    fireEvent.click(sheet.getByRole('button', { name: /^(Share|Copy link to) 12:34$/ }));
    await act(() => Promise.resolve());
    return sheet;
  };
  const withNavigator = (change: object) => vi.stubGlobal('navigator', change);

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('shares a link with the Web Share API', async () => {
    const handed = vi.fn(() => Promise.reject(new Error('AbortError')));
    withNavigator({ share: handed });
    const sheet = await share();
    expect(handed).toHaveBeenCalledWith({
      title: 'The cost of thinking',
      text: 'The cost of thinking (Signal & Noise), from 12:34',
      url: FROM_HERE,
    });
    expect(sheet.getByRole('status').textContent).toBe('');
  });

  test('copies a link without the Web Share API', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    withNavigator({ clipboard: { writeText } });
    const sheet = await share();
    expect(writeText).toHaveBeenCalledWith(FROM_HERE);
    expect(sheet.getByRole('status').textContent).toBe('Link copied');
  });

  test('shows a link that cannot be copied in a field without shortcuts', async () => {
    withNavigator({ clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
    const element = audioAt({ atS: 754.9 });
    const sheet = await share(element);
    const field = sheet.getByRole('textbox', { name: 'Link to share' });
    expect(field).toHaveProperty('value', FROM_HERE);
    fireEvent.keyDown(field, { key: 'l' });
    expect(element.currentTime).toBe(754.9);
  });
});

test('handles shortcuts only while the focus is in the player', () => {
  const element = audioAt({ atS: 100 });
  show(element);
  const bar = screen.getByRole('region', { name: 'Player' });
  fireEvent.keyDown(bar, { key: 'l' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Pause' }), { key: 'J' });
  fireEvent.keyDown(bar, { key: 'l', ctrlKey: true });
  const handled = new KeyboardEvent('keydown', { key: 'l', cancelable: true, bubbles: true });
  handled.preventDefault();
  bar.dispatchEvent(handled);
  expect(element.currentTime).toBe(115);
  fireEvent.keyDown(bar, { key: 'k' });
  expect(element.paused).toBe(true);
  fireEvent.keyDown(openSheet().getByRole('radio', { name: '2×' }), { key: 'k' });
  expect(element.paused).toBe(false);
});

test.each([null, 'player'])(
  'ignores keys outside of the player, whatever version 1.0 stored: %s',
  (stored) => {
    if (stored !== null) localStorage.setItem('earshot.player-keys', stored);
    const element = audioAt({ atS: 100 });
    show(element);
    for (const key of ['j', 'k', 'l']) fireEvent.keyDown(document.body, { key });
    expect([element.currentTime, element.paused]).toEqual([100, false]);
    expect(openSheet().queryByRole('checkbox')).toBeNull();
  },
);

describe('after a reload', () => {
  afterEach(() => {
    sessionStorage.clear();
    nowPlaying.close();
  });

  test('offers the episode at its position after a reload, without loading audio', () => {
    const chapters = [
      { title: 'Hello', atMs: 0 },
      { title: 'What it costs', atMs: 700_000 },
    ];
    const playing = show(audioAt({ atS: 754 }), { chapters });
    rememberPosition(episodeKey(sampleEpisode({ audio: AUDIO })), { atS: 754, durationS: 3600 });
    playing.unmount();
    render(<GoOn />);
    const offered = nowPlaying.get();
    expect(offered).toMatchObject({ isOffered: true, episode: { audio: AUDIO } });
    if (offered === null) return;
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    onTestFinished(() => play.mockRestore());
    render(<Player playing={offered} />);
    expect(offered.element.preload).toBe('none');
    expect(offered.element.currentTime).toBe(754);
    expect(screen.getByRole('region', { name: 'Player' }).textContent).toContain('What it costs');
    expect(position().getAttribute('aria-valuetext')).toBe('12:34 of 1:00:00');
    expect(position()).toHaveProperty('disabled', true);
    expect(play).not.toHaveBeenCalled();
    press('Play');
    expect(play).toHaveBeenCalledOnce();
  });

  test('offers nothing after the player was closed', () => {
    show(audioAt({ atS: 754 }));
    press('Close the player');
    expect(keptEpisode()).toBeNull();
  });

  test.each(['{', 'null', '{"title":1}', '[]'])('ignores %s stored by another version', (json) => {
    keepEpisode(json);
    render(<GoOn />);
    expect(nowPlaying.get()).toBeNull();
    expect(keptEpisode()).toBeNull();
  });
});

test('keys skip between chapters', () => {
  const element = audioAt({ atS: 100 });
  const chapters = [30, 90, 300].map((atS) => ({ title: `At ${atS}`, atMs: atS * 1000 }));
  show(element, { chapters });
  const player = screen.getByRole('region', { name: 'Player' });
  const goes = (key: string, to: number) => {
    fireEvent.keyDown(player, { key, shiftKey: true });
    expect([key, element.currentTime]).toEqual([key, to]);
  };
  goes('L', 300);
  goes('L', 300);
  goes('J', 90);
  element.currentTime = 120;
  goes('J', 90);
  goes('J', 30);
  goes('J', 0);
  goes('J', 0);
  goes('L', 30);
  // With caps lock on, Shift yields a lower-case letter.
  goes('l', 90);
  goes('K', 90);
  expect(element.paused).toBe(true);
});

test('chapter keys skip seconds in an episode without chapters', () => {
  const element = audioAt({ atS: 100 });
  show(element);
  fireEvent.keyDown(screen.getByRole('region', { name: 'Player' }), { key: 'L', shiftKey: true });
  expect(element.currentTime).toBe(130);
});

test('keeps the speed for the next episode', () => {
  const element = audioAt({});
  show(element).unmount();
  expect(element.playbackRate).toBe(1);
  show(element);
  press('Speed: 1×');
  const speed = screen.getByRole('radio', { name: '1.5×' });
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1×' }));
  fireEvent.click(speed);
  expect([element.playbackRate, element.defaultPlaybackRate, chosenSpeed()]).toEqual([
    1.5, 1.5, 1.5,
  ]);
  const next = audioAt({});
  show(next);
  expect(next.playbackRate).toBe(1.5);
});

test.each([
  [2, 'The connection to the publisher’s server was lost.'],
  [3, 'This audio file is damaged, or your browser cannot play it.'],
  [4, 'The publisher’s server does not have this audio. It may have been moved or removed.'],
])('explains the error %d, and retries', (failure, sentence) => {
  const element = audioAt({ failure });
  show(element);
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(screen.getByRole('link', { name: 'Episode page' })).toHaveProperty('href', LINK);
  expect(screen.queryByRole('slider')).toBeNull();
  press('Try again');
  expect(element.play).toHaveBeenCalledTimes(2);
});

test('reports a missing connection', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show(audioAt({ failure: 4 }));
  expect(screen.getByRole('alert').textContent).toMatch(/^You are offline/);
});

test('stores the position when paused or closed', () => {
  const element = audioAt({ atS: 100 });
  show(element);
  press('Pause');
  expect(rememberedPosition(LINK)).toBe(100);
  element.currentTime = 200;
  press('Close the player');
  expect(rememberedPosition(LINK)).toBe(200);
});

test('closing from the sheet also stores the position', async () => {
  nowPlaying.play(sampleEpisode({ audio: AUDIO }));
  show(audioAt({ atS: 300 }));
  fireEvent.click(openSheet().getByRole('button', { name: 'Close the player' }));
  await vi.waitFor(() => expect(nowPlaying.get()).toBeNull());
  expect(rememberedPosition(LINK)).toBe(300);
});
