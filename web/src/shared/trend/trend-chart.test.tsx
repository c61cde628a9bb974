import { fireEvent, render, screen } from '@testing-library/react';
import { type Trend, TREND_DAYS } from 'functions/contract';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { TrendChart } from './trend-chart.tsx';
import { TrendLine, TrendPanel } from './trend-panel.tsx';
import { changeText, chartText, totalText } from './trend-text.ts';

const LAST_DAY = Date.UTC(2026, 10, 10);
const NONE = Array<number>(TREND_DAYS).fill(0);

/** Mentions on some days; the keys count days back from today. */
function trendOf(mentions: Record<number, number>, more: Partial<Trend> = {}): Trend {
  const days = NONE.map((_, at) => mentions[TREND_DAYS - 1 - at] ?? 0);
  return { lastDay: LAST_DAY, days, shows: [], ...more };
}

const since = (month: number, day: number, hour = 0) => Date.UTC(2026, month, day, hour);

test.each([
  [trendOf({}), '0 episodes since Oct 12', '0 episodes this week'],
  [trendOf({ 30: 1 }), '0 episodes since Oct 12', '0 episodes this week'],
  [
    trendOf({ 0: 20, 6: 3, 7: 4, 13: 5, 14: 43 }),
    '75 episodes since Oct 12',
    '23 episodes this week, up 14 from last week',
  ],
  [
    trendOf({ 0: 6000, 9: 4000 }, { since: since(9, 28) }),
    '10,000 episodes since Oct 28',
    '6,000 episodes this week, up 2,000 from last week',
  ],
  [
    trendOf({ 0: 6000, 9: 4000 }, { since: since(9, 28, 1) }),
    '10,000 episodes since Oct 29',
    '6,000 episodes this week',
  ],
  [
    trendOf({ 0: 6000, 6: 4000 }, { since: since(10, 4, 1) }),
    '6,000 episodes since Nov 5',
    'at least 10,000 episodes this week',
  ],
])('summarizes the trend in words %#', (trend, total, change) => {
  expect([totalText(trend), changeText(trend)]).toEqual([total, change]);
});

test('the chart has a text alternative, also across the end of summer time', () => {
  expect(chartText(trendOf({ 16: 9, 2: 3 }))).toBe(
    'Episodes a day, Oct 12 to Nov 10: 3 episodes this week, up 3 from last week. Most on Oct 25: 9.',
  );
  expect(chartText(trendOf({}))).toBe('Episodes a day, Oct 12 to Nov 10: none.');
});

test('arrow keys show the number of each day', () => {
  render(<TrendChart trend={trendOf({ 0: 5, 10: 7 }, { since: since(9, 30, 5) })} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('Oct 31 to Nov 10');
  const days = screen.getByRole('slider', { name: 'Day' });
  expect(days.getAttribute('aria-valuetext')).toBe('Nov 10: 5');
  fireEvent.change(days, { target: { value: '24' } });
  expect(days.getAttribute('aria-valuetext')).toBe('Oct 31: 7');
  expect(screen.getByText('Oct 31: 7')).toBeTruthy();
  fireEvent.change(days, { target: { value: '23' } });
  expect(screen.getByText('Oct 30: not counted')).toBeTruthy();
  fireEvent.blur(days);
  expect(screen.getByText('12 episodes since Oct 31')).toBeTruthy();
});

test('scales bars by share, shows a single mention, and omits unknown days', () => {
  const { container } = render(
    <TrendChart trend={trendOf({ 0: 1000, 1: 1, 2: 500, 30: 9 }, { since: since(10, 1) })} />,
  );
  const [bars] = Array.from(container.querySelectorAll('path'), (path) => path.getAttribute('d'));
  expect(bars).toBe('M320 60v-30h8v30zM330 60v-3h8v3zM340 60v-60h8v60z');
});

test('limits bars, text and keyboard to the past month', () => {
  render(<TrendChart trend={trendOf({ 0: 5, 29: 2, 30: 7 })} />);
  const words = screen.getByRole('img').getAttribute('aria-label');
  expect(words).toBe(
    'Episodes a day, Oct 12 to Nov 10: 5 episodes this week, up 5 from last week. Most on Nov 10: 5.',
  );
  expect(screen.getByText('7 episodes since Oct 12')).toBeTruthy();
  // The axis shows its first and its last day.
  expect(screen.getByText('Oct 12')).toBeTruthy();
  expect(screen.getByText('Nov 10')).toBeTruthy();
  const days = screen.getByRole('slider', { name: 'Day' });
  fireEvent.change(days, { target: { value: '0' } });
  expect(days.getAttribute('aria-valuetext')).toBe('Oct 12: 2');
});

test.each([TrendPanel, TrendLine])(
  'links each show to a filtered search; renders nothing without mentions',
  (Part) => {
    const shows = [
      { podcast: 'Hard Fork', episodes: 9, term: 'show:"Hard Fork"' },
      { podcast: '🚀', episodes: 2 },
    ];
    const draw = (trend: Trend | null) => (
      <MemoryRouter>
        <Part trend={trend} keywords={['openai']} choice={{ spoken: false }} />
      </MemoryRouter>
    );
    const { container, rerender } = render(draw(trendOf({ 0: 11 }, { shows })));
    const link = container.querySelector('a');
    expect(decodeURIComponent(link?.getAttribute('href') ?? '')).toBe(
      '/?q=openai,show:"Hard+Fork"&in=notes',
    );
    expect(container.querySelectorAll('li')).toHaveLength(2);
    for (const trend of [null, trendOf({})]) {
      rerender(draw(trend));
      expect(container.textContent).toBe('');
    }
  },
);

test('a press selects a day until the next press; a mouse only while it is over the chart', () => {
  render(<TrendChart trend={trendOf({ 0: 5 })} />);
  const chart = screen.getByRole('img').parentElement!;
  vi.spyOn(chart, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 60));
  const first = () => screen.queryByText('Oct 12: 0');
  fireEvent.pointerDown(chart, { clientX: 5 });
  fireEvent.pointerLeave(chart, { pointerType: 'touch' });
  expect(first()).toBeTruthy();
  fireEvent.pointerLeave(chart, { pointerType: 'mouse' });
  expect(first()).toBeNull();
});

test('a chart without a total shows only the number of a selected day', () => {
  render(<TrendChart trend={trendOf({ 0: 5 })} hasTotal={false} />);
  expect(screen.queryByText(/since/)).toBeNull();
  fireEvent.change(screen.getByRole('slider', { name: 'Day' }), { target: { value: '33' } });
  expect(screen.getByText('Nov 9: 0')).toBeTruthy();
});
