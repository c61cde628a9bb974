import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { nowPlaying } from '#shared/player/now-playing.ts';
import { rememberPosition } from '#shared/player/positions.ts';
import { playRequest } from './play-request.ts';

const play = vi.spyOn(HTMLMediaElement.prototype, 'play');

beforeEach(() => {
  play.mockReset().mockResolvedValue();
});
afterEach(() => nowPlaying.close());

/** Requests an episode at a position, and runs `playRequest`. */
function press(number = 1, atMs?: number): HTMLAudioElement {
  const audio = `https://host.example/${number}.mp3`;
  const link = `https://shows.example/${number}`;
  nowPlaying.play(sampleEpisode({ audio, link }), atMs);
  const request = nowPlaying.get()!;
  playRequest(request);
  return request.element;
}

test('plays an episode from the clicked second', () => {
  const element = press(1, 754_500);
  expect(element.src).toBe('https://host.example/1.mp3');
  expect(element.currentTime).toBe(754.5);
  expect(play).toHaveBeenCalledOnce();
});

test('replaces the playing episode with another', () => {
  const element = press(1, 60_000);
  expect(press(2)).toBe(element);
  expect(element.src).toBe('https://host.example/2.mp3');
  expect(element.currentTime).toBe(0);
});

test('resumes an episode at its remembered or current position', () => {
  rememberPosition('https://shows.example/1', { atS: 100, durationS: 3600 });
  const element = press();
  expect(element.currentTime).toBe(100);
  element.currentTime = 120;
  press();
  expect(element.currentTime).toBe(120);
});

test('keeps the episode for another click if the browser refuses to play', async () => {
  play.mockRejectedValue(new DOMException('press first', 'NotAllowedError'));
  const element = press();
  await Promise.resolve();
  expect(nowPlaying.get()?.element).toBe(element);
});

test('stops loading when closed', () => {
  const element = press();
  nowPlaying.close();
  expect(nowPlaying.get()).toBeNull();
  expect(element.hasAttribute('src')).toBe(false);
});
