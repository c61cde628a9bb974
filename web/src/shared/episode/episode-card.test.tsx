import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EpisodeCard } from './episode-card.tsx';
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

test('an invalid date shows "Date unavailable"', () => {
  const episode = { ...sampleEpisode(), pub_date_ms: Number.NaN };
  render(<EpisodeCard episode={episode} now={now} />);
  expect(screen.getByText('Date unavailable')).toBeTruthy();
});

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
