import { fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { episodeSchema, newBookmarkSchema, readSearchAnswer, toBookmark } from 'functions/contract';
import { expect, test } from 'vitest';
import { EpisodeCard } from './episode-card.tsx';
import { podcastAppLinks } from './open-on-mobile.ts';
import { sampleEpisode } from './sample-episode.ts';

const now = Date.UTC(2026, 10, 20, 15);

test('shows title, podcast, publisher, relative time and the description with its matches marked', () => {
  render(<EpisodeCard episode={sampleEpisode()} now={now} />);
  const link = screen.getByRole('link', { name: 'The cost of thinking' });
  expect(link).toHaveProperty('href', 'https://shows.example/cost-of-thinking');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(screen.getByText('Signal & Noise')).toBeTruthy();
  expect(screen.getByText(/Northlight Audio/)).toBeTruthy();
  expect(screen.getByText('3 hours ago').getAttribute('datetime')).toBe('2026-11-20T12:00:00.000Z');
  expect(screen.getByText('OpenAI').tagName).toBe('MARK');
});

test('text of a feed stays text', () => {
  const hostile = '<img src=x onerror=alert(1)> & <b>bold</b> >>><i>x</i><<<';
  const { container } = render(
    <EpisodeCard episode={sampleEpisode({ title: hostile, description: hostile })} now={now} />,
  );
  expect(container.querySelectorAll('img[src="x"], b, i')).toHaveLength(0);
  expect(container.querySelector('mark')?.textContent).toBe('<i>x</i>');
});

test('a publisher that is the podcast itself is not said twice', () => {
  render(<EpisodeCard episode={sampleEpisode({ publisher: 'Signal & Noise' })} now={now} />);
  expect(screen.getAllByText(/Signal & Noise/)).toHaveLength(1);
});

test.each([Number.NaN, null, 0, 8.64e15 + 1])('a date of %j is unavailable', (date) => {
  const episode = { ...sampleEpisode(), pub_date_ms: date };
  const { rerender } = render(<EpisodeCard episode={episode} now={now} />);
  expect(screen.getByText('Date unavailable').getAttribute('datetime')).toBeNull();
  rerender(<EpisodeCard episode={episode} now={null} />);
  fireEvent.pointerEnter(screen.getByText('Date unavailable'));
  expect(screen.getByText('Date unavailable').title).toBe('');
});

test('an episode without a link is shown with a title that leads nowhere', () => {
  render(<EpisodeCard episode={sampleEpisode({ link: '' })} now={now} />);
  expect(screen.getByRole('heading', { name: 'The cost of thinking' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('whatever a backend sends as episodes can be shown, in words', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...[null, undefined, '', ' ', 0, -1, 9e15, 1e300, 'yesterday', '2026-11-20']),
    fc.constantFrom(...['https://shows.example/1', 'javascript:alert(1)', 'https://', '\ud800']),
  );
  const names = [...Object.keys(sampleEpisode()), 'audio'] as const;
  const sent = fc
    .record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] })
    .map((changed) => ({ title: 'A title', ...changed }));
  let shown = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(sent, odd), { maxLength: 4 }), (list) => {
      const answer: unknown = JSON.parse(JSON.stringify({ episodes: list }));
      for (const episode of readSearchAnswer(answer).episodes) {
        expect(episodeSchema.safeParse(episode).error).toBeUndefined();
        const bookmark = toBookmark(episode);
        if (bookmark) expect(newBookmarkSchema.safeParse(bookmark).error).toBeUndefined();
        for (const clock of [now, null]) {
          const { container, unmount } = render(<EpisodeCard episode={episode} now={clock} />);
          expect(container.querySelector('time')?.textContent).toMatch(
            /^(Date unavailable|[A-Z][a-z]{2} \d+, [-\d]+|(in )?(a|an|\d+) [a-z ]+)$/,
          );
          expect(container.innerHTML).not.toMatch(/NaN|Invalid Date|undefined/);
          expect(podcastAppLinks(episode)).toHaveLength(4);
          unmount();
          shown += 1;
        }
      }
    }),
    { numRuns: 500 },
  );
  expect(shown).toBeGreaterThan(500);
}, 60_000);

test('a cover that is missing or cannot be loaded gives way to a quiet picture', () => {
  const { container, rerender } = render(<EpisodeCard episode={sampleEpisode()} now={now} />);
  const cover = container.querySelector('img');
  expect(cover?.getAttribute('loading')).toBe('lazy');
  if (cover) fireEvent.error(cover);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
  rerender(
    <EpisodeCard episode={sampleEpisode({ image: 'https://shows.example/other.png' })} now={now} />,
  );
  expect(container.querySelector('img')).not.toBeNull();
  rerender(<EpisodeCard episode={sampleEpisode({ image: '' })} now={now} />);
  expect(container.querySelector('img')).toBeNull();
});
