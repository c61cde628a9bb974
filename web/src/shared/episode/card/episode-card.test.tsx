import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import {
  type Episode,
  episodeSchema,
  newBookmarkSchema,
  readSearchAnswer,
  toBookmark,
} from 'functions/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { EpisodeCard } from './episode-card.tsx';
import { nowPlaying } from '#shared/player/now-playing.ts';
import { podcastApps } from '#shared/episode/opening/podcast-apps.ts';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';

const now = Date.UTC(2026, 10, 20, 15);

test('shows title, podcast, publisher, relative time and marked description', () => {
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

test('explains a match in one word if the match itself does not', () => {
  const wordOf = (episode: Partial<Episode>) => {
    const card = <EpisodeCard episode={sampleEpisode(episode)} now={now} />;
    const container = document.createElement('div');
    container.innerHTML = renderToStaticMarkup(card);
    return [...container.querySelectorAll('[data-why]')].map(({ textContent }) => textContent);
  };
  expect(wordOf({ strength: 'about', why: 'guest' })).toEqual(['Guest']);
  expect(wordOf({ strength: 'passing', why: 'once' })).toEqual(['Mentioned once']);
  expect(wordOf({ strength: 'passing', why: 'name' })).toEqual([]);
  expect(wordOf({ strength: 'passing' })).toEqual([]);
  expect(wordOf({})).toEqual([]);
});

describe('the place of a match', () => {
  const withoutNotes = (change: Partial<Episode>) => sampleEpisode({ description: '', ...change });
  const reasons = () => [...document.querySelectorAll('[data-reason]')];
  const texts = (elements: Element[]) => elements.map(({ textContent }) => textContent);
  /** Visible lines, without those behind "More". */
  const lines = () => texts(reasons().filter((line) => !line.closest('details')));
  const linesBehindMore = () => texts(reasons().filter((line) => line.closest('details')));
  const marks = (element: Element) =>
    [...element.querySelectorAll('mark')].map(({ textContent }) => textContent);

  test('marks matches in the title, the show and the publisher', () => {
    const foundIn = [
      { place: 'title', text: 'The >>>cost<<< of thinking' },
      { place: 'show', text: '>>>Signal<<< & Noise' },
      { place: 'publisher', text: 'Northlight >>>Audio<<<' },
    ] as const;
    render(<EpisodeCard episode={withoutNotes({ foundIn: [...foundIn] })} now={now} />);
    const title = screen.getByRole('heading', { name: 'The cost of thinking' });
    expect(marks(title)).toEqual(['cost']);
    expect(screen.getByText('Signal', { selector: 'mark' }).parentElement?.textContent).toBe(
      'Signal & Noise',
    );
    expect(screen.getByText('Audio', { selector: 'mark' })).toBeTruthy();
    expect(lines()).toEqual([]);
  });

  test.each([
    ['host', 'Host: '],
    ['guest', 'Guest: '],
    ['people', 'With: '],
    ['chapters', 'In chapter: '],
    ['notes', 'In the notes: '],
  ] as const)('shows a line for a match in the %s', (place, label) => {
    const foundIn = [{ place, text: 'Ann >>>Harbour<<<' }];
    const { container } = render(<EpisodeCard episode={withoutNotes({ foundIn })} now={now} />);
    expect(lines()).toEqual([`${label}Ann Harbour`]);
    expect(marks(container)).toEqual(['Harbour']);
  });

  test('shows a line for a shortened title and for a hidden publisher', () => {
    const foundIn = [
      { place: 'title', text: `${'Some '.repeat(30)}>>>cost<<<…` },
      { place: 'publisher', text: '>>>Signal<<< & Noise' },
    ] as const;
    const episode = withoutNotes({ publisher: 'Signal & Noise', foundIn: [...foundIn] });
    render(<EpisodeCard episode={episode} now={now} />);
    expect(screen.getByRole('heading').innerHTML).not.toContain('mark');
    expect(lines()).toEqual([expect.stringMatching(/^In the title: …(Some )+cost…$/)]);
    expect(linesBehindMore()).toEqual(['Publisher: Signal & Noise']);
  });

  test('moves a line behind “More” if another match is visible', () => {
    const foundIn = [{ place: 'guest' as const, text: 'Ann >>>Harbour<<<' }];
    const spoken = [{ text: '>>>Harbour<<<', atMs: 0 }];
    for (const [episode, inSight] of [
      [sampleEpisode({ foundIn }), []],
      [withoutNotes({ foundIn, spoken }), ['Said at 0:00: Harbour']],
    ] as const) {
      const { unmount } = render(<EpisodeCard episode={episode} now={now} />);
      expect([lines(), linesBehindMore()]).toEqual([inSight, ['Guest: Ann Harbour']]);
      unmount();
    }
  });

  test('does not read markers in a title', () => {
    const title = 'The >>>cost<<< of thinking';
    const { container } = render(<EpisodeCard episode={sampleEpisode({ title })} now={now} />);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(marks(container)).toEqual(['OpenAI']);
  });
});

test('shows the duration in short and spells it out for screen readers', () => {
  const { rerender } = render(
    <EpisodeCard episode={sampleEpisode({ duration_s: 4320 })} now={now} />,
  );
  expect(screen.getByText('1 h 12 min').getAttribute('aria-hidden')).toBe('true');
  expect(screen.getByText('1 hour 12 minutes').className).toBe('sr-only');
  rerender(<EpisodeCard episode={sampleEpisode()} now={now} />);
  expect(screen.queryByText(/min/)).toBeNull();
});

test('links to duplicates in other shows', () => {
  const alsoIn = [
    { podcast: 'Big Bets', link: 'https://big.example/1' },
    { podcast: 'Odd Bets', link: '' },
  ];
  const { rerender } = render(<EpisodeCard episode={sampleEpisode({ alsoIn })} now={now} />);
  expect(screen.getByText(/^Also in/).textContent).toBe('Also in Big Bets, Odd Bets');
  const link = screen.getByRole('link', { name: 'Big Bets' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://big.example/1',
    'noopener noreferrer',
  ]);
  rerender(<EpisodeCard episode={sampleEpisode({ alsoIn, alsoInMore: 3 })} now={now} />);
  expect(screen.getByText(/^Also in/).textContent).toBe('Also in Big Bets, Odd Bets and 3 more');
  rerender(<EpisodeCard episode={sampleEpisode()} now={now} />);
  expect(screen.queryByText(/^Also in/)).toBeNull();
});

test('shows the show, its publisher if different, the duration and the time', () => {
  const { container } = render(
    <EpisodeCard episode={sampleEpisode({ duration_s: 4320 })} now={now} />,
  );
  const texts = (part: string) =>
    [...(container.querySelector(part)?.children ?? [])].map(({ textContent }) => textContent);
  expect(texts('[data-who]')).toEqual(['Signal & Noise', 'by Northlight Audio']);
  expect(texts('[data-when]')).toEqual(['1 h 12 min1 hour 12 minutes', '3 hours ago']);
});

test('marks a show that only its followers can find', () => {
  const marked = (episode: Partial<Episode>) => {
    const card = <EpisodeCard episode={sampleEpisode(episode)} now={now} />;
    return render(card).container.querySelector('time + span')?.textContent;
  };
  expect(marked({ forFollowers: true })).toBe('Only for people who added it');
  expect(marked({})).toBeUndefined();
});

test('places the followers-only mark behind the time, not beside the publisher', () => {
  const { container } = render(
    <EpisodeCard episode={sampleEpisode({ forFollowers: true })} now={now} />,
  );
  const mark = screen.getByTitle(/only people who added it/);
  expect(mark.previousElementSibling?.tagName).toBe('TIME');
  expect(container.querySelector('[data-who]')?.textContent).not.toContain('followers');
});

test('shows no “More” without further details', () => {
  const { container } = render(<EpisodeCard episode={sampleEpisode()} now={now} />);
  expect(container.querySelector('details')).toBeNull();
});

test('quotes the transcript before the notes, from shortly before the match', () => {
  const lead = 'and then she told all of us at some length ';
  const spoken = [{ text: `${lead}how >>>work<<< <b>feels</b>…`, atMs: 754_000, speaker: 'Ann' }];
  const { container } = render(
    <EpisodeCard episode={sampleEpisode({ spoken, spokenTotal: 3 })} now={now} />,
  );
  const reason = container.querySelector('[data-reason]');
  expect(reason?.textContent).toBe(
    'Ann at 12:34: …she told all of us at some length how work <b>feels</b>…',
  );
  expect(reason?.querySelector('mark')?.textContent).toBe('work');
  expect(reason?.nextElementSibling?.textContent).toContain('OpenAI');
  // Without audio there is no play link.
  expect(screen.queryByRole('link', { name: /^Play/ })).toBeNull();
});

test('lists other mentions behind “More” and counts the unlisted mentions', () => {
  const spoken = [1, 2, 3].map((minute) => ({
    text: `>>>work<<< ${minute}`,
    atMs: minute * 60_000,
  }));
  const { container } = render(
    <EpisodeCard episode={sampleEpisode({ spoken, spokenTotal: 8 })} now={now} />,
  );
  const more = container.querySelector('details');
  expect(more?.querySelector('summary')?.textContent).toBe('More about The cost of thinking');
  expect(more?.textContent).toMatch(/2:00work 2.*3:00work 35 more mentions not listed$/);
  expect(more?.textContent).not.toContain('work 1');
});

test('quotes a mention of unknown time without a link', () => {
  const spoken = [{ text: '>>>work<<<', atMs: null }];
  render(
    <EpisodeCard
      episode={sampleEpisode({ audio: 'https://host.example/1.mp3', spoken, spokenTotal: 1 })}
      now={now}
    />,
  );
  expect(screen.getByText('work').closest('a')).toBeNull();
});

test('links to the publisher’s transcript', () => {
  const spoken = [{ text: '>>>work<<<', atMs: 0 }];
  const transcript = 'https://host.example/1.vtt';
  render(<EpisodeCard episode={sampleEpisode({ spoken, spokenTotal: 1, transcript })} now={now} />);
  const link = screen.getByRole('link', { name: 'The publisher’s transcript' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    transcript,
    'noopener noreferrer',
  ]);
});

describe('an episode with audio', () => {
  const spoken = [{ text: '>>>work<<<', atMs: 754_900 }];
  const audio = 'https://host.example/1.mp3';
  const show = () =>
    render(<EpisodeCard episode={sampleEpisode({ audio, spoken, spokenTotal: 1 })} now={now} />);

  // happy-dom puts a space between spans.
  const button = (name: string) =>
    screen.getByRole('link', { name: new RegExp(`^${name} ?: The cost of thinking$`) });

  test('one button plays from the match; “More” offers the beginning', () => {
    show();
    expect(screen.getByText(/^Said:/).textContent).toBe('Said: work');
    fireEvent.click(button('Play from 12:34'));
    expect(nowPlaying.get()).toMatchObject({ episode: { audio }, atMs: 754_900 });
    fireEvent.click(screen.getByText('Play from the beginning'));
    expect(nowPlaying.get()).toMatchObject({ episode: { audio }, atMs: 0 });
    act(() => nowPlaying.close());
  });

  test('plays from the remembered position if the match is not spoken', () => {
    render(<EpisodeCard episode={sampleEpisode({ audio })} now={now} />);
    fireEvent.click(button('Play'));
    expect(nowPlaying.get()).toMatchObject({ episode: { audio }, atMs: undefined });
    act(() => nowPlaying.close());
  });

  test('the button shows the position, pauses, resumes, and restarts at the end', () => {
    show();
    fireEvent.click(button('Play from 12:34'));
    const element = nowPlaying.get()!.element;
    const paused = vi.spyOn(element, 'paused', 'get').mockReturnValue(false);
    const pause = vi.spyOn(element, 'pause').mockReturnValue();
    element.currentTime = 760;
    fireEvent(element, new Event('timeupdate'));
    expect(button('Pause').textContent).toBe('Pause: The cost of thinking12:40');
    fireEvent.click(button('Pause'));
    expect(pause).toHaveBeenCalledOnce();
    paused.mockReturnValue(true);
    fireEvent(element, new Event('pause'));
    expect(button('Play').textContent).toBe('Play: The cost of thinking12:40');
    const ended = vi.spyOn(element, 'ended', 'get').mockReturnValue(true);
    fireEvent(element, new Event('ended'));
    expect(button('Play').textContent).toBe('Play: The cost of thinking0:00');
    ended.mockRestore();
    fireEvent.click(button('Play'));
    expect(nowPlaying.get()).toMatchObject({ atMs: undefined });
    act(() => nowPlaying.close());
    expect(button('Play from 12:34')).toBeTruthy();
  });

  test('opens the audio at the match without JavaScript', () => {
    show();
    expect(button('Play from 12:34')).toHaveProperty('href', `${audio}#t=754`);
  });
});

test('renders text of a feed without interpreting markup', () => {
  const hostile = '<img src=x onerror=alert(1)> & <b>bold</b> >>><i>x</i><<<';
  const { container } = render(
    <EpisodeCard episode={sampleEpisode({ title: hostile, description: hostile })} now={now} />,
  );
  expect(container.querySelectorAll('img[src="x"], b, i')).toHaveLength(0);
  expect(container.querySelector('mark')?.textContent).toBe('<i>x</i>');
});

test('omits a publisher that equals the podcast', () => {
  render(<EpisodeCard episode={sampleEpisode({ publisher: 'Signal & Noise' })} now={now} />);
  expect(screen.getAllByText(/Signal & Noise/)).toHaveLength(1);
});

test.each([Number.NaN, null, 0, 8.64e15 + 1])('shows a date of %j as unavailable', (date) => {
  const episode = { ...sampleEpisode(), pub_date_ms: date };
  render(<EpisodeCard episode={episode} now={now} />);
  expect(screen.getByText('Date unavailable').getAttribute('datetime')).toBeNull();
  fireEvent.pointerEnter(screen.getByText('Date unavailable'));
  expect(screen.getByText('Date unavailable').title).toBe('');
});

test('shows an episode without a link as plain text', () => {
  render(<EpisodeCard episode={sampleEpisode({ link: '' })} now={now} />);
  expect(screen.getByRole('heading', { name: 'The cost of thinking' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('renders whatever a backend sends as episodes', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(null, undefined, '', ' ', 0, -1, 9e15, 1e300, 'yesterday', '2026-11-20'),
    fc.constantFrom('https://shows.example/1', 'javascript:alert(1)', 'https://', '\ud800'),
  );
  const found = fc.array(fc.record({ place: fc.constantFrom('title', 'guest', 'x'), text: odd }), {
    maxLength: 8,
  });
  const names = [...Object.keys(sampleEpisode()), 'audio', 'duration_s', 'foundIn'] as const;
  const sent = fc
    .record(Object.fromEntries(names.map((name) => [name, name === 'foundIn' ? found : odd])), {
      requiredKeys: [],
    })
    .map((changed) => ({ title: 'A title', ...changed }));
  let shown = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(sent, odd), { maxLength: 4 }), (list) => {
      const answer: unknown = JSON.parse(JSON.stringify({ episodes: list }));
      for (const episode of readSearchAnswer(answer).episodes) {
        expect(episodeSchema.safeParse(episode).error).toBeUndefined();
        const bookmark = toBookmark(episode);
        if (bookmark) expect(newBookmarkSchema.safeParse(bookmark).error).toBeUndefined();
        const card = <EpisodeCard episode={episode} now={now} />;
        const prerendered = document.createElement('div');
        prerendered.innerHTML = renderToStaticMarkup(card);
        const { container, unmount } = render(card);
        for (const element of [prerendered, container]) {
          expect(element.querySelector('time')?.textContent).toMatch(
            /^(Date unavailable|[A-Z][a-z]{2} \d+, [-\d]+|(in )?(a|an|\d+) [a-z ]+)$/,
          );
          expect(element.innerHTML).not.toMatch(/NaN|Invalid Date|undefined/);
          shown += 1;
        }
        expect(podcastApps(episode, '')).toHaveLength(4);
        unmount();
      }
    }),
    { numRuns: 500 },
  );
  expect(shown).toBeGreaterThan(400);
}, 60_000);

test('replaces a missing or broken cover with a placeholder', () => {
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

describe('opened on a phone', () => {
  /** Taps the title on an iPhone; records the requested app schemes and the opened tabs. */
  function tap() {
    vi.useFakeTimers();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');
    const asked: string[] = [];
    vi.spyOn(window.location, 'assign').mockImplementation((link) => {
      asked.push(String(link).replace(/:.*/, ''));
    });
    const openTab = vi.spyOn(window, 'open').mockReturnValue(null);
    render(<EpisodeCard episode={sampleEpisode()} now={now} />);
    const title = screen.getByRole('link', { name: 'The cost of thinking' });
    title.focus();
    expect(follows(title)).toBe(false);
    return { asked, openTab, title };
  }

  /** True if the browser would follow a clicked link; the navigation is cancelled. */
  function follows(link: Element): boolean {
    let follows = false;
    const hold = (event: Event) => {
      follows = !event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', hold, { once: true });
    fireEvent.click(link);
    return follows;
  }

  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const said = () => screen.getByRole('status').textContent;
  const openNow = () => screen.queryByRole('link', { name: 'Open now' });

  test('shows each app being tried, then opens the link if no tab may open', async () => {
    const { asked, openTab } = tap();
    const heard: (string | null)[] = [];
    for (let second = 0; second < 4; second += 1) {
      heard.push(said());
      await wait(1000);
    }
    expect(heard).toEqual([
      'Trying Apple Podcasts…',
      'Trying Spotify…',
      'Trying Overcast…',
      'Trying Pocket Casts…',
    ]);
    expect(asked).toEqual(['podcasts', 'spotify', 'overcast', 'pktc', 'https']);
    expect(openTab).toHaveBeenCalledOnce();
    expect([said(), openNow()]).toEqual(['', null]);
    vi.useRealTimers();
  });

  test('"Open now" links to the episode, ends the attempts and returns the focus to the title', async () => {
    const { asked, openTab, title } = tap();
    const button = openNow();
    expect(button?.getAttribute('href')).toBe('https://shows.example/cost-of-thinking');
    expect(button?.getAttribute('target')).toBe('_blank');
    button?.focus();
    expect(button && follows(button)).toBe(true);
    await wait(10_000);
    expect(asked).toEqual(['podcasts']);
    expect(openTab).not.toHaveBeenCalled();
    expect([said(), openNow()]).toEqual(['', null]);
    expect(document.activeElement).toBe(title);
    vi.useRealTimers();
  });

  test('a second tap on the title opens the episode', async () => {
    const { asked, openTab, title } = tap();
    expect(follows(title)).toBe(true);
    await wait(10_000);
    expect(asked).toEqual(['podcasts']);
    expect(openTab).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  test('stops trying apps when the card unmounts', async () => {
    const { asked, openTab } = tap();
    cleanup();
    await wait(10_000);
    expect(asked).toEqual(['podcasts']);
    expect(openTab).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});

describe('a link to a time', () => {
  const episode = sampleEpisode({
    audio: 'https://cdn.example/1.mp3',
    spoken: [{ text: '>>>work<<<', atMs: 953_400 }],
  });
  const copy = () => screen.findByRole('button', { name: 'Copy link to 15:53', hidden: true });

  test.each([
    ['copies the link', () => Promise.resolve(), 'Link copied'],
    [
      'shows the link if the browser refuses',
      () => Promise.reject(new Error()),
      'https://cdn.example/1.mp3#t=953',
    ],
  ])('the button %s', async (_, writeText, said) => {
    const write = vi.fn(writeText);
    vi.stubGlobal('navigator', { onLine: true, userAgent: '', clipboard: { writeText: write } });
    render(<EpisodeCard episode={episode} now={now} />);
    fireEvent.click(await copy());
    expect(await screen.findByText(said)).toBeTruthy();
    expect(write).toHaveBeenCalledExactlyOnceWith('https://cdn.example/1.mp3#t=953');
  });
});
