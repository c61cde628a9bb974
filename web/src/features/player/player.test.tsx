import { fireEvent, render, screen } from '@testing-library/react';
import type { Episode } from 'functions/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { rememberedPosition } from '#shared/player/positions.ts';
import { Player } from './player.tsx';
import { chosenSpeed } from './speed.ts';

const AUDIO = 'https://host.example/1.mp3';
const LINK = 'https://shows.example/cost-of-thinking';

beforeEach(() => localStorage.clear());

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
    spoken,
    spokenTotal: 2,
    ...(chapters && { chapters }),
  });
  return render(<Player playing={{ episode, element, atMs: undefined }} />);
}

const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const place = () => screen.getByRole('slider', { name: 'Place in the episode' });

test('plays, pauses, skips, and says where it is', () => {
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
  expect(place().getAttribute('aria-valuetext')).toBe('12:49 of 1:00:00');
});

test('goes to the place that is chosen on the bar, and not beyond the ends', () => {
  const element = audioAt({ atS: 10 });
  show(element);
  fireEvent.change(place(), { target: { value: '1800' } });
  expect(element.currentTime).toBe(1800);
  fireEvent.keyDown(place(), { key: 'ArrowRight' });
  expect(element.currentTime).toBe(1805);
  element.currentTime = 3590;
  press('Forward 30 seconds');
  expect(element.currentTime).toBe(3600);
  element.currentTime = 3;
  press('Back 15 seconds');
  expect(element.currentTime).toBe(0);
});

test('marks the places that are within the episode', () => {
  const { container } = show(audioAt({}));
  expect(
    [...container.querySelectorAll('[title]')].map((mark) => mark.getAttribute('title')),
  ).toEqual(['12:34 work 754000']);
});

test('says which chapter is heard, marks where the others begin, and goes to one that is chosen', () => {
  const element = audioAt({ atS: 60 });
  const times = { Hello: 61_000, Tides: 90_500, Never: 9_000_000 };
  const chapters = Object.entries(times).map(([title, atMs]) => ({ title, atMs }));
  const { container } = show(element, { chapters });
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Chapter' });
  const shown = () => choice.selectedOptions[0]?.textContent;
  expect(shown()).toBe('3 chapters');
  fireEvent.change(choice, { target: { value: '1' } });
  expect(element.currentTime).toBe(90.5);
  expect(shown()).toBe('1:30 Tides');
  fireEvent.keyDown(choice, { key: 'j' });
  expect(element.currentTime).toBe(90.5);
  const marks = [...container.querySelectorAll('[title]')].map((mark) =>
    mark.getAttribute('title'),
  );
  expect(marks).toEqual(['1:01 Hello', '1:30 Tides', '12:34 work 754000']);
});

test('has no list of chapters where none are known', () => {
  show(audioAt({}));
  expect(screen.queryByRole('combobox', { name: 'Chapter' })).toBeNull();
});

test('obeys keys while the focus is in it, and leaves those of the browser alone', () => {
  const element = audioAt({ atS: 100 });
  show(element);
  const player = screen.getByRole('region', { name: 'Player' });
  fireEvent.keyDown(player, { key: 'l' });
  fireEvent.keyDown(player, { key: 'J' });
  fireEvent.keyDown(player, { key: 'l', ctrlKey: true });
  expect(element.currentTime).toBe(115);
  fireEvent.keyDown(player, { key: 'k' });
  expect(element.paused).toBe(true);
});

test('goes from chapter to chapter by keys, as far as there are any', () => {
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
  expect(screen.getByRole('button', { name: 'Forward 30 seconds' }).dataset['tip']).toBe(
    'Forward 30 seconds (L) or a chapter (Shift+L)',
  );
});

test('takes the keys for chapters as those for seconds where there are no chapters', () => {
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
  fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '1.5' } });
  expect([element.playbackRate, element.defaultPlaybackRate, chosenSpeed()]).toEqual([
    1.5, 1.5, 1.5,
  ]);
  const next = audioAt({});
  show(next);
  expect(next.playbackRate).toBe(1.5);
});

test.each([
  [2, 'The connection to the publisher’s server broke off.'],
  [3, 'This audio file is damaged, or your browser cannot play it.'],
  [4, 'The publisher’s server does not give out this audio: it may have been moved or removed.'],
])('says what is wrong at error %d, and tries again', (failure, sentence) => {
  const element = audioAt({ failure });
  show(element);
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(screen.getByRole('link', { name: 'Episode page' })).toHaveProperty('href', LINK);
  expect(screen.queryByRole('slider')).toBeNull();
  press('Try again');
  expect(element.play).toHaveBeenCalledTimes(2);
});

test('says that there is no connection, where that is so', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show(audioAt({ failure: 4 }));
  expect(screen.getByRole('alert').textContent).toMatch(/^You are offline/);
});

test('remembers where it is when it is paused or closed', () => {
  const element = audioAt({ atS: 100 });
  show(element);
  press('Pause');
  expect(rememberedPosition(LINK)).toBe(100);
  element.currentTime = 200;
  press('Close the player');
  expect(rememberedPosition(LINK)).toBe(200);
});
