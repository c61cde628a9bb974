import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Alert,
  type Cadence,
  CADENCES,
  DAY_MS,
  DEFAULT_PREFERENCES,
  type Episode,
  type SearchRequest,
  type SearchResponse,
} from '../../contract/index.ts';
import { previewLinks } from '../../delivery/mail/digest/digest-links.ts';
import { sampleEpisode } from '../../contract/fixtures/sample-episode.ts';
import { previewDigest } from './preview-digest.ts';

const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
const SITE = { name: 'Earshot', url: 'https://earshot.example' };

const episode = (fields: Partial<Episode> = {}): Episode =>
  sampleEpisode({
    title: 'Ledgers, slowly',
    link: 'https://podcast.example/1',
    podcast: 'Small Bets',
    image: '',
    description: 'We ask >>>OpenAI<<< about it.',
    pub_date_ms: NOW_MS - 3_600_000,
    ...fields,
  });

interface World {
  alert?: Partial<Alert>;
  cadence?: Cadence;
  answer: (days: number) => SearchResponse;
}

async function open({ alert, cadence = 'daily', answer }: World) {
  const requests: SearchRequest[] = [];
  const preview = await previewDigest({
    alert: { id: '007', keyword: 'OpenAI', createdAtMs: 1, ...alert },
    preferences: { ...DEFAULT_PREFERENCES, cadence, updatedAtMs: null },
    links: previewLinks(SITE),
    search: (request) => {
      requests.push(request);
      return Promise.resolve(answer((NOW_MS - (request.startDate ?? 0)) / DAY_MS));
    },
    nowMs: NOW_MS,
  });
  const days = requests.map(({ startDate = 0 }) => (NOW_MS - startDate) / DAY_MS);
  return { preview, requests, days };
}

const found = (...episodes: Episode[]) => ({ episodes, total: episodes.length });

test('previews the mail with the matches of the last day', async () => {
  const { preview, requests, days } = await open({
    alert: { keyword: 'OpenAI -sponsor', language: 1, spoken: false },
    answer: () =>
      found(episode(), episode({ title: 'Another', link: 'https://podcast.example/2' })),
  });
  expect(days).toEqual([1]);
  expect(requests[0]).toMatchObject({ keywords: ['OpenAI -sponsor'], spoken: false });
  expect(preview.days).toBe(1);
  expect(preview.mail?.subject).toBe('OpenAI: 2 episodes');
  for (const text of ['Ledgers, slowly', 'Another', 'once a day', 'Without sponsor']) {
    expect(preview.mail?.html).toContain(text);
  }
});

test.each([
  ['hourly', [1, 7]],
  ['daily', [1, 7]],
  ['weekly', [7]],
  ['paused', [1, 7]],
] as const)(
  'the cadence %s searches %j days and previews no mail without matches',
  async (cadence, days) => {
    const opened = await open({ cadence, answer: () => found() });
    expect(opened.days).toEqual(days);
    expect(opened.preview).toEqual({ days: 7, mail: null });
  },
);

test('previews the last week if the last day has no matches', async () => {
  const { preview } = await open({ answer: (days) => (days < 7 ? found() : found(episode())) });
  expect(preview.days).toBe(7);
  expect(preview.mail?.subject).toBe('OpenAI in Small Bets: Ledgers, slowly');
});

test('counts the matches that a digest does not show', async () => {
  const many = Array.from({ length: 100 }, (_, index) => episode({ title: `Part ${index}` }));
  const { preview } = await open({ answer: () => ({ episodes: many, total: 640 }) });
  expect(preview.mail?.subject).toBe('OpenAI: 640 episodes');
  expect(preview.mail?.html).toContain('Part 19');
  expect(preview.mail?.html).not.toContain('Part 20');
  expect(preview.mail?.html).toContain('And 620 more');
});

test('quotes spoken matches with their time instead of the notes', async () => {
  const said = { text: 'and then >>>OpenAI<<< called', atMs: 754_000 };
  const { preview } = await open({
    answer: () => found(episode({ description: 'Notes.', spoken: [said], spokenTotal: 1 })),
  });
  expect(preview.mail?.html).toContain('Said at about 12:34');
  expect(preview.mail?.html).not.toContain('Notes.');
});

test('plays a spoken match from its second, as the mail does', async () => {
  const [showId, id] = ['0123456789abcdef0123', 'b'.repeat(32)];
  const said = { text: 'and then >>>OpenAI<<< called', atMs: 754_000 };
  const paged = { id, showId, audio: 'https://cdn.example/1.mp3', spoken: [said], spokenTotal: 1 };
  const { preview } = await open({
    answer: () => found(episode({ ...paged, description: 'Notes.' })),
  });
  const moment = `https://earshot.example/episode/${showId}/${id}?t=754`;
  expect(preview.mail?.html).toContain(`href="${moment}"`);
  expect(preview.mail?.html).toContain('Play from 12:34');
});

test('does not search an alert longer than a search allows', async () => {
  const { preview, requests } = await open({
    alert: { keyword: 'word '.repeat(40) },
    answer: () => found(episode()),
  });
  expect(requests).toEqual([]);
  expect(preview.mail).toBeNull();
});

const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</style><base href="https://evil.example/">',
    '>>><<<>>>',
    'javascript:alert(1)',
    'data:text/html,<b>',
  ),
);

test('a preview contains no tokens and no scripts for any text of feeds and people', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        keyword: hostileText,
        title: hostileText,
        podcast: hostileText,
        link: hostileText,
        image: hostileText,
        description: hostileText,
      }),
      fc.constantFrom(...CADENCES),
      async ({ keyword, ...texts }, cadence) => {
        const { preview } = await open({
          alert: { keyword: `x${keyword}`.slice(0, 100) },
          cadence,
          answer: () => found(episode(texts)),
        });
        const html = preview.mail?.html ?? '';
        expect(html).not.toMatch(/token=|\/api\//);
        expect(html).not.toMatch(/<(script|base|iframe|form|img src=x)/i);
        for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
          expect(address).toMatch(/^https?:\/\//);
        }
      },
    ),
  );
});
