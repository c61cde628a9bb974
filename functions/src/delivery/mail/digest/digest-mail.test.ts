import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import {
  countWords,
  type MatchReason,
  MAX_KEYWORD_LENGTH,
  MAX_PHRASE_WORDS,
  readKeywords,
} from '../../../contract/index.ts';
import { normalizeKeyword, normalizeQuery } from '../../../query/normalize-query.ts';
import { fuzzRuns } from '../../../testing/fuzz-runs.ts';
import type { DigestContent, DigestEpisode } from './digest-content.ts';
import { digestLinks } from './digest-links.ts';
import { renderDigestMail } from './digest-mail.ts';
import { sampleDigestEpisode } from './fixtures/sample-digest-episode.ts';
import { MAX_CARDS, MAX_SHOWN_EPISODES } from './fit-digest.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const links = digestLinks('ada', {
  from: { name: 'Earshot', address: 'alerts@earshot.example' },
  siteUrl: 'https://earshot.example',
  unsubscribeKeys: ['k'.repeat(32)],
});

function episode(fields: Partial<DigestEpisode> = {}): DigestEpisode {
  return sampleDigestEpisode({
    image: 'https://podcast.example/1.png',
    pubDateMs: now - 3 * 3_600_000,
    ...fields,
  });
}

function digest(alerts: Partial<DigestContent['alerts'][number]>[]): DigestContent {
  return {
    cadence: 'daily',
    timeZone: 'UTC',
    alerts: alerts.map((alert, index) => ({
      alertId: `alert-${index}`,
      keyword: 'OpenAI',
      episodes: [episode()],
      moreCount: 0,
      episodeIds: idsOf(alert.episodes ?? [episode()]),
      ...alert,
    })),
  };
}

const idsOf = (episodes: readonly DigestEpisode[]) =>
  Buffer.concat(
    episodes.map(({ link }) => createHash('sha256').update(link).digest().subarray(0, 8)),
  );

const render = (content: DigestContent) => renderDigestMail(content, links);

interface Element {
  name: string;
  attribs: Record<string, string>;
}

function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  const visit = (node: object) => {
    if ('name' in node && 'attribs' in node) elements.push(node as Element);
    if ('children' in node) (node.children as object[]).forEach(visit);
  };
  visit(parseDocument(html));
  return elements;
}

function textOf(element: object): string {
  if ('data' in element) return String(element.data).replaceAll('\u00A0', ' ');
  return 'children' in element ? (element.children as object[]).map(textOf).join('') : '';
}

test('shows a duplicate episode once and names its other shows in both parts', async () => {
  const alsoIn = ['Big Bets', 'Odd <Bets>'];
  const { html, text } = await render(digest([{ episodes: [episode({ alsoIn })] }]));
  expect(text).toContain('Small Bets · Nov 21, 2026\nAlso in Big Bets, Odd <Bets>\n');
  expect(textOf(parseDocument(html))).toContain('Also in Big Bets, Odd <Bets>');
  const alone = await render(digest([{}]));
  expect(alone.html + alone.text).not.toContain('Also in');
});

describe('the layout of both parts', () => {
  test('underlines the titles of episodes', async () => {
    const { html } = await render(digest([{}]));
    const titles = elementsOf(html).filter(
      ({ name, attribs }) => name === 'a' && attribs['href'] === episode().link,
    );
    expect(titles).toHaveLength(1);
    expect(titles[0]?.attribs['style']).toContain('text-decoration:underline');
  });

  test('links to the audio where the keyword is said', async () => {
    const audio = 'https://cdn.example/1.mp3';
    const said = episode({ audio, audioAtMs: 953_600 });
    const { html, text } = await render(digest([{ episodes: [said] }]));
    const [button] = elementsOf(html).filter(({ attribs }) => attribs['href']?.startsWith(audio));
    expect(button?.attribs['href']).toBe(`${audio}#t=953`);
    expect(textOf(button ?? {})).toBe('Listen from 15:53');
    expect(text).toContain(`Listen from 15:53: ${audio}#t=953\n`);
    const whole = await render(digest([{ episodes: [episode({ audio })] }]));
    expect(whole.text).toContain(`Listen: ${audio}\n`);
    const none = await render(digest([{}]));
    expect(none.html + none.text).not.toContain('Listen');
  });

  const paged = { showId: '0123456789abcdef0123', id: 'b'.repeat(32) };
  const page = `https://earshot.example/episode/${paged.showId}/${paged.id}`;

  test('links to the moment on the episode’s page where the keyword is said', async () => {
    const said = episode({ ...paged, audio: 'https://cdn.example/1.mp3', audioAtMs: 953_600 });
    const { html, text } = await render(digest([{ episodes: [said] }]));
    const [button] = elementsOf(html).filter(({ attribs }) => attribs['href']?.startsWith(page));
    expect([button?.attribs['href'], textOf(button ?? {})]).toEqual([
      `${page}?t=953`,
      'Play from 15:53',
    ]);
    expect(text).toContain(`\nPlay from 15:53: ${page}?t=953\n`);
    expect(html + text).not.toContain('cdn.example');
    const { audioAtMs: _, ...unsaid } = said;
    const whole = await render(digest([{ episodes: [unsaid] }]));
    expect(whole.text).toContain(`\nListen: ${page}\n`);
  });

  test('gives each episode a link in the plain text: its page, or else a search', async () => {
    const linkless = (fields: object) => [episode({ link: '', ...fields })];
    const search = links.searchFor({ keyword: 'OpenAI' });
    const brief = { strength: 'passing' } as const;
    for (const fields of [{}, brief]) {
      const shown = await render(digest([{ episodes: linkless({ ...paged, ...fields }) }]));
      expect(shown.text).toMatch(new RegExp(`^ *${page}$`, 'm'));
      expect(shown.html).toContain(`href="${page}"`);
      const lost = await render(digest([{ episodes: linkless(fields) }]));
      expect(lost.text.split('\n').map((line) => line.trim())).toContain(search);
    }
  });

  test('pads a short preheader, but little', async () => {
    const { html } = await render(digest([{ episodes: [episode({ excerpt: 'Short.' })] }]));
    const [, hidden = ''] = /display:none[^>]*>([^<]*)</.exec(html) ?? [];
    expect(hidden).toMatch(/^Short\.(\u00A0\u200C)+$/);
    expect(hidden.length).toBeLessThan(200);
    const long = await render(
      digest([{ episodes: [episode({ excerpt: 'More words '.repeat(20) })] }]),
    );
    expect(long.html).not.toContain('\u200C');
  });

  test('says why it is plain', async () => {
    const content = digest([{}]);
    const why = 'A mail service refused the full email, so this one has only titles and links.';
    const plain = await renderDigestMail({ ...content, isPlain: true }, links);
    const whole = await render(content);
    for (const part of ['html', 'text'] as const) {
      expect(plain[part].split(why)).toHaveLength(2);
      expect(whole[part]).not.toContain(why);
    }
  });

  test.each(['hourly', 'daily', 'weekly'] as const)(
    'states once that the mail is %s, with one unsubscribe link below the episodes',
    async (cadence) => {
      const mail = await renderDigestMail({ ...digest([{}]), cadence }, links);
      for (const part of [mail.html, mail.text]) {
        expect(part.split('You get this email')).toHaveLength(2);
        expect(part.split(/\bUnsubscribe\b/)).toHaveLength(2);
        expect(part.indexOf('Unsubscribe')).toBeGreaterThan(part.lastIndexOf(episode().link));
        expect(part.includes('week instead')).toBe(cadence !== 'weekly');
      }
    },
  );
});

test('shows an episode of two alerts once and names the other alert', async () => {
  const both = episode({ title: 'Of both', link: 'https://podcast.example/both' });
  const alerts = [
    { keyword: 'OpenAI', episodes: [both, episode()] },
    {
      keyword: 'a16z',
      episodes: [both, episode({ title: 'Of a16z', link: 'https://p.example/2' })],
    },
  ];
  const { subject, html, text } = await render(digest(alerts));
  expect(subject).toBe('OpenAI, a16z: 3 episodes');
  const card = textOf(parseDocument(html.slice(html.indexOf('<h2'))));
  const [first, second] = [card.indexOf('“OpenAI”'), card.indexOf('“a16z”1')];
  expect(card.slice(first, second)).toContain(
    'Of bothSmall Bets · Nov 21, 2026 · Not this showAlso for “a16z”We ask',
  );
  expect(card.slice(second)).toContain('“a16z”1 new episodeOf a16z');
  expect(text).toContain('Of both\nSmall Bets · Nov 21, 2026\nAlso for “a16z”\nWe ask');
  for (const part of [html, text])
    expect(part.split('https://podcast.example/both')).toHaveLength(2);
  expect(text).toContain('“a16z”: 1 new episode\n');
  const same = await render(digest([{ episodes: [both] }, { keyword: 'a16z', episodes: [both] }]));
  expect(same.text).toContain('Also for “a16z”');
  expect(same.text).toContain('“a16z”: in the episodes above');
  expect(same.html.match(/<h2/g)).toHaveLength(2);
});

describe('episodes about the keyword and brief mentions', () => {
  const number = (count: number, strength: DigestEpisode['strength'], show = 'Small Bets') =>
    Array.from({ length: count }, (_, at) =>
      episode({
        title: `${strength} ${at}`,
        link: `https://p.example/${strength}-${at}`,
        podcast: show,
        strength,
      }),
    );
  const cardIn = (html: string) => textOf(parseDocument(html.slice(html.indexOf('<h2'))));

  test('shows episodes about the keyword in full and brief mentions in one line each', async () => {
    const episodes = [...number(2, 'about'), ...number(3, 'passing', 'Odd <Bets>')];
    const { subject, html, text } = await render(digest([{ episodes }]));
    expect(subject).toBe('OpenAI: 5 episodes');
    expect(cardIn(html)).toContain(
      `Also in 3 more episodes${[0, 1, 2].map((at) => `passing ${at} · Odd <Bets> · Nov 21, 2026`).join('')}`,
    );
    expect(html.indexOf('about 1')).toBeLessThan(html.indexOf('Also in 3 more'));
    expect(html).toContain('href="https://p.example/passing-2"');
    expect(text).toContain(
      'Also in 3 more episodes:\n- passing 0 (Odd <Bets>, Nov 21, 2026)\n  https://p.example/passing-0\n- passing 1',
    );
    // Only the two episodes shown in full are quoted.
    expect(text.split('We ask *OpenAI* about it.')).toHaveLength(3);
    expect(text).toContain('“OpenAI”: 5 new episodes');
  });

  test('counts brief mentions and the episodes that it only counts in the subject, too', async () => {
    const subjectOf = async (alerts: Parameters<typeof digest>[0]) =>
      (await render(digest(alerts))).subject;
    const some = [...number(2, 'about'), ...number(1, 'passing')];
    expect(await subjectOf([{ episodes: number(4, 'passing') }])).toBe('OpenAI: 4 episodes');
    expect(await subjectOf([{ episodes: some, moreCount: 55 }])).toBe('OpenAI: 58 episodes');
    expect(
      await subjectOf([{ episodes: number(2, 'about'), moreCount: 55, onlyAbout: true }]),
    ).toBe('OpenAI: 57 episodes');
    expect(await subjectOf([{ keyword: 'title:AI', language: 1, episodes: some }])).toBe(
      'AI in the title: 3 episodes',
    );
  });

  test('names alerts with an episode about their keyword first in the subject', async () => {
    const { subject } = await render(
      digest([
        { keyword: 'a16z', episodes: number(2, 'passing') },
        { episodes: number(1, 'about') },
        { keyword: 'NEA', onlyAbout: true, episodes: [episode({ link: 'https://p.example/nea' })] },
      ]),
    );
    expect(subject).toBe('4 episodes: OpenAI, NEA and 1 more');
  });

  test('shows an alert with only brief mentions in a line with half a sentence', async () => {
    const excerpt = 'Before it. Later we ask >>>a16z<<< about its funds. Then another thing.';
    const { html, text } = await render(
      digest([
        { episodes: number(1, 'about') },
        { keyword: 'a16z', episodes: number(7, 'passing').map((each) => ({ ...each, excerpt })) },
      ]),
    );
    expect(html.match(/<h2[^>]*>“/g)).toHaveLength(1);
    expect(cardIn(html)).toContain(
      'Brief mentionsa16z: passing 0 · Small Bets · Nov 21, 2026Later we ask a16z about its funds.passing 1',
    );
    expect(text).toContain(
      'Brief mentions\n--------------\n\n“a16z”: passing 0 (Small Bets, Nov 21, 2026)\n  Later we ask *a16z* about its funds.\n  https://p.example/passing-0\n  - passing 1 (',
    );
    for (const part of [cardIn(html), text]) expect(part.match(/passing \d/g)).toHaveLength(5);
    const search = links.searchFor({ keyword: 'a16z' });
    expect(text).toContain(`\n  and 2 more: ${search}\n`);
    const toSearch = elementsOf(html).filter(({ attribs }) => attribs['href'] === search);
    expect(toSearch.map(textOf)).toEqual(['a16z', 'and 2 more']);
    const alone = await render(digest([{ episodes: number(1, 'passing') }]));
    expect(alone.text).toContain(
      '\n“OpenAI”: passing 0 (Small Bets, Nov 21, 2026)\n  We ask *OpenAI* about it.\n  https://p.example/passing-0\n',
    );
  });

  test('counts brief mentions, and matches that are left out', async () => {
    const one = await render(
      digest([{ episodes: [...number(1, 'about'), ...number(1, 'passing')] }]),
    );
    expect(one.text).toContain('Also in 1 more episode:\n- passing 0');
    const many = await render(
      digest([{ episodes: [...number(1, 'about'), ...number(19, 'passing')], moreCount: 7 }]),
    );
    expect(many.text).toContain('Also in 5 more episodes:');
    expect(many.text).toContain('And 21 more: ');
  });

  test('shows episodes in full if the alert covers a whole show or the strength is unknown', async () => {
    const whole = { keyword: 'show:"Small Bets"', language: 1 as const };
    const ofShow = await render(digest([{ ...whole, episodes: number(2, 'passing') }]));
    const unknown = await render(digest([{ episodes: number(2, undefined) }]));
    for (const { text } of [ofShow, unknown]) {
      expect(text).not.toContain('entioned in');
      expect(text.split('We ask *OpenAI* about it.')).toHaveLength(3);
    }
    expect(unknown.subject).toBe('OpenAI: 2 episodes');
  });

  test('shows an episode for each of 150 alerts with one brief mention', async () => {
    const alerts = Array.from({ length: 150 }, (_, at) => ({
      keyword: `word${at}`,
      episodes: [
        episode({
          title: `Talk number ${at}`,
          link: `https://p.example/${at}`,
          strength: 'passing' as const,
        }),
      ],
    }));
    const { html, text } = await render(digest(alerts));
    for (let at = 0; at < alerts.length; at += 1) {
      for (const part of [html, text]) expect(part).toMatch(new RegExp(`Talk number ${at}\\b`));
    }
  });
});

describe('why an episode matched', () => {
  const because = async (place: MatchReason['place'], reason: string) => {
    const reasons = [{ place, text: reason }];
    const { html, text } = await render(digest([{ episodes: [episode({ reasons })] }]));
    const card = html.slice(html.indexOf('class="line ink"'));
    return { text, html: card.replaceAll(/<span class="mark"[^>]*>([^<]*)<\/span>/g, '*$1*') };
  };

  test.each([
    ['publisher', '>>>OpenAI<<< Press', 'Publisher: *OpenAI* Press'],
    ['host', '>>>Sam Altman<<<', 'Host: *Sam Altman*'],
    ['guest', '>>>Sam Altman<<<', 'Guest: *Sam Altman*'],
    ['people', 'Dr >>>Sam Altman<<<', 'With: Dr *Sam Altman*'],
    ['chapters', 'Is >>>OpenAI<<< open?', 'In chapter: Is *OpenAI* open?'],
    ['notes', '…and >>>OpenAI<<<…', 'In the notes: …and *OpenAI*…'],
    [
      'spoken',
      'Said by Ada Byron, Countess of Lovelace, at about 1:00:05: and >>>OpenAI<<<.',
      'Said by Ada Byron, Countess of Lovelace, at about 1:00:05: and *OpenAI*.',
    ],
  ] as const)('names the %s as the reason', async (place, reason, line) => {
    const { html, text } = await because(place, reason);
    expect(text).toContain(`\nSmall Bets · Nov 21, 2026\n${line}\nWe ask`);
    expect(textOf(parseDocument(html))).toContain(line);
  });

  test('marks matches in the title and in the show’s name', async () => {
    const title = await because('title', '>>>Ledgers<<<, slowly');
    expect(title.text).toContain('\n*Ledgers*, slowly\nSmall Bets · ');
    expect(title.html).toContain('>*Ledgers*, slowly</a>');
    const show = await because('show', 'Small >>>Bets<<<');
    expect(show.text).toContain('\nLedgers, slowly\nSmall *Bets* · ');
    expect(show.html).toContain('>Small *Bets*</span>');
  });

  test('adds a reason if the title or the show’s name is cut before the match', async () => {
    const words = 'word '.repeat(40);
    const { html, text } = await because('title', `${words}and >>>OpenAI<<<`);
    expect(text).toMatch(
      /\n(word )+word…\nSmall Bets · Nov 21, 2026\nIn the title: …(word )+and \*OpenAI\*\n/,
    );
    expect(html).toContain('and *OpenAI*');
    const wide = '東'.repeat(300);
    expect((await because('show', `${wide}>>>京<<<`)).text).toContain('\nShow: …*京*\n');
  });

  test('escapes highlight markers that a publisher wrote in a title', async () => {
    const { html } = await render(digest([{ episodes: [episode({ title: '>>>OpenAI<<<' })] }]));
    expect(html).toContain('&gt;&gt;&gt;OpenAI&lt;&lt;&lt;');
  });
});

describe('the subject', () => {
  const episodes = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      episode({ link: `https://podcast.example/${index}` }),
    );

  test.each([
    [[{ episodes: episodes(3) }], 'OpenAI: 3 episodes'],
    [[{ episodes: episodes(20), moreCount: 1200 }], 'OpenAI: 1,220 episodes'],
    [
      [{ episodes: episodes(2) }, { keyword: 'a16z', episodes: episodes(3) }],
      'OpenAI, a16z: 3 episodes',
    ],
    [
      ['OpenAI', 'a16z', 'NEA', 'n8n'].map((keyword) => ({ keyword, episodes: episodes(2) })),
      '2 episodes: OpenAI, a16z and 2 more',
    ],
  ])('counts each new episode once (%#)', async (alerts, subject) => {
    expect((await render(digest(alerts))).subject).toBe(subject);
  });

  const bulletin = episode({
    podcast: 'The Nine-Minute Bulletin',
    title: 'Everyone is asking the same question about the people who train models at night',
  });
  test.each([
    [[{ episodes: episodes(1) }], 'OpenAI in Small Bets: Ledgers, slowly'],
    [
      [{ episodes: [bulletin] }],
      'OpenAI in The Nine-Minute Bulletin: Everyone is asking the same question about the people who train …',
    ],
    [
      ['OpenAI', 'a16z', 'NEA', 'n8n'].map((keyword) => ({ keyword })),
      'OpenAI, a16z and 2 more in Small Bets: Ledgers, slowly',
    ],
    [[{ keyword: 'show:"Small Bets"', language: 1 as const }], 'Small Bets: Ledgers, slowly'],
    [[{ episodes: [episode({ podcast: '' })] }], 'OpenAI: 1 episode'],
    [[{ episodes: [episode({ title: '\n ' })] }], 'OpenAI: 1 episode'],
  ])('names the show and the title of an only match (%#)', async (alerts, subject) => {
    expect((await render(digest(alerts))).subject).toBe(subject);
  });

  test('puts the excerpt of an only match, or the titles, beside the subject', async () => {
    const hidden = async (alerts: Parameters<typeof digest>[0]) =>
      /<body.*?display:none[^>]*>([^<]*)/s.exec((await render(digest(alerts))).html)?.[1];
    expect(await hidden([{}])).toMatch(/^We ask OpenAI about it\./);
    const long = episode({ excerpt: `>>>OpenAI<<< ${'and more words '.repeat(20)}` });
    expect(await hidden([{ episodes: [long] }])).toMatch(/^OpenAI [a-z ]+ (and|more|words)…/);
    expect(await hidden([{ episodes: episodes(2) }])).toMatch(/^Ledgers, slowly \(Small Bets\)/);
  });

  test('fits in one short line with any keywords and titles', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }),
        async (keywords) => {
          const alerts = keywords.map((keyword) => ({
            keyword,
            episodes: [episode({ title: keyword })],
          }));
          const { subject } = await render(digest(alerts));
          expect(subject).toMatch(/^[^\p{Cc}\u2028\u2029]{1,150}$/u);
        },
      ),
      { numRuns: fuzzRuns(50) },
    );
  });

  test('prevents header injection through a keyword', async () => {
    const keyword = 'OpenAI\r\nBcc: eve@example.com';
    expect((await render(digest([{ keyword }]))).subject).toBe(
      'OpenAI Bcc: eve@example.com in Small Bets: Ledgers, slowly',
    );
  });
});

test('names an alert by its wanted terms and lists its exclusions once', async () => {
  const keyword = '"sam altman" -show:"Tensor Weather" -sponsor';
  const alerts = [
    { keyword, language: 1 as const },
    { keyword: '-5' },
    { keyword, language: 1 as const },
  ].map((alert, at) => ({ ...alert, episodes: [episode({ link: `https://p.example/${at}` })] }));
  const { subject, html, text } = await render(digest(alerts));
  expect(subject).toBe('3 episodes: sam altman, -5 and 1 more');
  const shown = textOf(parseDocument(html.slice(html.indexOf('<body'))));
  const beside = 'Without sponsor, outside Tensor Weather.';
  for (const part of [shown, text]) {
    expect(part.split(beside)).toHaveLength(3);
    expect(part.replaceAll(/https:\S+/g, '')).not.toMatch(/-show:|-sponsor|Episodes that mention/);
  }
  expect(text).toContain(`“sam altman”: 1 new episode\n---------------------------\n${beside}\n`);
});

test('links to a search with the same normalized query as the alert', () => {
  const part = fc.constantFrom(
    'openai',
    'sam altman',
    '-5',
    '+1',
    'OR',
    'AND',
    ',',
    ',OR,',
    ',-x',
    '"a',
    'b"',
    'crypto*',
    'show:x',
    'title:',
    'a,b',
    'C++',
    '“q”',
    '*',
    'spoken:"a b"',
    'é',
    'x'.repeat(95),
  );
  const keyword = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 8 }), fc.constantFrom(' ', ' ', ''))
    .map(([parts, between]) => parts.join(between).trim().slice(0, MAX_KEYWORD_LENGTH));
  fc.assert(
    fc.property(keyword, fc.constantFrom(1 as const, undefined), (keyword, language) => {
      // Alerts are matched in this normal form, so the linked search must have the same one.
      const wanted = language === 1 ? normalizeQuery([keyword]) : normalizeKeyword(keyword);
      fc.pre(keyword !== '' && wanted !== '' && countWords(keyword) <= MAX_PHRASE_WORDS);
      const typed = new URL(links.searchFor({ keyword, language })).searchParams.get('q')!;
      const read = readKeywords(typed);
      expect(read.ok && normalizeQuery(read.keywords)).toBe(wanted);
    }),
    { numRuns: fuzzRuns(2000) },
  );
});

test('labels an alert without transcripts and links to a search of the notes only', async () => {
  const { html, text } = await render(digest([{ keyword: 'OpenAI', spoken: false, moreCount: 2 }]));
  const said = 'Show notes only, no transcripts.';
  expect(textOf(parseDocument(html))).toContain(said);
  expect(text).toContain(`\n${said}\n`);
  expect(text).toContain('/?q=OpenAI&in=notes');
});

describe('links for fewer mails', () => {
  const shows = ['Hard Fork', 'The Daily', 'Hard Fork', 'The Daily', '***'];
  const episodes = shows.map((podcast, index) =>
    episode({
      podcast,
      link: `https://podcast.example/${index}`,
      title: index < 2 ? 'Their iPhone' : 'Their news',
    }),
  );
  const decoded = (html: string) => html.replaceAll('&amp;', '&');

  test('offers to exclude each show once, to pause for 30 days and to get mails weekly', async () => {
    const { html, text } = await render(digest([{ episodes }]));
    const terms = ['show:"Hard Fork"', 'show:"The Daily"'];
    for (const term of terms) {
      const link = links.exclude({ alertId: 'alert-0', keyword: 'OpenAI' }, term);
      expect(decoded(html).split(link)).toHaveLength(2);
    }
    const pause = links.pauseAlert({ alertId: 'alert-0', keyword: 'OpenAI' });
    expect(decoded(html)).toContain(`href="${pause}"`);
    expect(html).toContain('>Pause\u00A0for\u00A030\u00A0days<');
    expect(html.split('/api/change?token=')).toHaveLength(3 + terms.length);
    for (const part of [decoded(html), text]) expect(part).toContain(links.weeklyInstead('daily'));
    expect(html.match(/>Not this show</g)).toHaveLength(2);
    const weekly = await renderDigestMail({ ...digest([{}]), cadence: 'weekly' }, links);
    expect(weekly.html).not.toContain('one email a week');
    expect(weekly.text).not.toContain('one email a week');
  });

  test('does not offer to exclude a wanted show, or a show beyond the length of a keyword', async () => {
    const { html } = await render(
      digest([
        { keyword: 'show:"Hard Fork"', language: 1, episodes: [episode({ podcast: 'Hard Fork' })] },
        { keyword: 'x'.repeat(195), episodes },
      ]),
    );
    expect(html).not.toContain('Not this show');
  });

  test('limits the plain text to two links with tokens and one to manage alerts', async () => {
    const alerts = Array.from({ length: 5 }, (_, at) => ({
      keyword: `word ${at}`,
      episodes: [episode({ podcast: `Show ${at}`, link: `https://podcast.example/${at}` })],
    }));
    const { html, text } = await render(digest(alerts));
    expect(html.match(/>Not this show</g)).toHaveLength(5);
    expect(text.match(/\?token=/g)).toHaveLength(2);
    expect(text.split(`${links.manage}\n`)).toHaveLength(2);
  });
});

describe('the HTML part', () => {
  test('loads only covers, runs no scripts and links only to web addresses', async () => {
    const { html } = await render(
      digest([
        {
          episodes: [
            episode(),
            episode({ link: 'javascript:alert(1)', image: 'data:text/html,x' }),
          ],
        },
        { keyword: '"><script>alert(1)</script>', episodes: [episode({ link: 'not an address' })] },
      ]),
    );
    const elements = elementsOf(html);
    const names = new Set(elements.map(({ name }) => name));
    for (const name of ['script', 'link', 'iframe', 'form', 'object', 'base', 'svg', 'video']) {
      expect(names).not.toContain(name);
    }
    for (const { attribs } of elements) {
      expect(Object.keys(attribs).filter((name) => name.startsWith('on'))).toEqual([]);
      for (const address of [attribs['href'], attribs['src']]) {
        if (address !== undefined) expect(address).toMatch(/^https:\/\//);
      }
    }
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    expect(style).not.toMatch(/@import|url\(/);
    expect(html).not.toMatch(/style="[^"]*url\(/);
  });

  test('limits the width to 600 pixels, with sizes and empty alt texts on images', async () => {
    const elements = elementsOf((await render(digest([{}]))).html);
    for (const { attribs } of elements) {
      if (/^\d+$/.test(attribs['width'] ?? ''))
        expect(Number(attribs['width'])).toBeLessThanOrEqual(600);
    }
    const images = elements.filter(({ name }) => name === 'img');
    expect(images).toHaveLength(1);
    for (const { attribs } of images) {
      expect(attribs).toMatchObject({ width: '64', height: '64', alt: '' });
    }
    for (const { attribs } of elements.filter(({ name }) => name === 'table')) {
      expect(attribs['role']).toBe('presentation');
    }
  });

  test('supports both themes and declares its language and character set', async () => {
    const { html } = await render(digest([{}]));
    expect(html).toMatch(/^<!DOCTYPE html><html [^>]*lang="en"/);
    expect(html).toContain('charset=UTF-8');
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    const dark = html.slice(html.indexOf('@media (prefers-color-scheme: dark)'));
    const styled = new Set([...dark.matchAll(/\.(\w+) \{/g)].map((match) => match[1] ?? ''));
    const used = elementsOf(html).flatMap(({ attribs }) => (attribs['class'] ?? '').split(' '));
    for (const name of styled) expect(used).toContain(name);
  });

  test('escapes every text from outside', async () => {
    const evil = '<img src=x onerror=alert(1)>&amp;"\'';
    const fields = { title: evil, podcast: evil, excerpt: `>>>${evil}<<<` };
    const { html } = await render(digest([{ keyword: evil, episodes: [episode(fields)] }]));
    expect(html).not.toContain('<img src=x');
    expect(elementsOf(html).filter(({ name }) => name === 'img')).toHaveLength(1);
  });

  test('lets every text from outside run from right to left', async () => {
    const { html } = await render(digest([{ keyword: 'בינה' }]));
    const anyDirection = elementsOf(html).filter(({ attribs }) => attribs['dir'] === 'auto');
    expect(anyDirection.map(textOf)).toEqual([
      'בינה',
      'בינה',
      'Ledgers, slowly',
      'Small Bets',
      'We ask OpenAI about it.',
    ]);
  });

  test('marks only the match', async () => {
    const { html } = await render(digest([{}]));
    expect(html).toMatch(/We ask <span class="mark"[^>]*>OpenAI<\/span> about it\./);
    expect(html).not.toContain('&gt;&gt;&gt;');
  });
});

describe('both parts', () => {
  test('both parts contain the same episodes, dates, counts, reasons and links', async () => {
    const { html, text } = await render(
      digest([
        { moreCount: 5 },
        {
          keyword: 'Sequoia Capital',
          episodes: [episode({ title: 'Two', link: 'https://podcast.example/2' })],
        },
      ]),
    );
    for (const [at, keyword] of ['OpenAI', 'Sequoia Capital'].entries()) {
      const link = links.unsubscribeAlert({ alertId: `alert-${at}`, keyword });
      expect(html.replaceAll('&amp;', '&')).toContain(link);
    }
    const shown = (html: string) =>
      `${html} ${html.replaceAll(/<[^>]*>/g, '')}`.replaceAll('&amp;', '&');
    const said = [
      '2',
      'Ledgers, slowly',
      'Small Bets · Nov 21, 2026',
      'https://podcast.example/1',
      '“Sequoia Capital”',
      'And 5 more',
      links.searchFor({ keyword: 'OpenAI' }),
      links.manage,
      links.unsubscribeAll,
      'You get this email once a day because you saved alerts on Earshot.',
    ];
    for (const part of [shown(html), text]) {
      for (const words of said) expect(part).toContain(words);
    }
    expect(text).toContain('We ask *OpenAI* about it.');
  });

  test('keeps a large digest below the 102 kB that Gmail shows', async () => {
    const episodes = Array.from({ length: 20 }, (_, index) =>
      episode({
        title: 'T'.repeat(500),
        link: `https://podcast.example/${index}`,
        excerpt: 'e'.repeat(600),
      }),
    );
    const alerts = Array.from({ length: MAX_CARDS }, (_, index) => ({
      keyword: `word ${index}`,
      episodes,
      episodeIds: new Uint8Array(),
    }));
    const { html } = await render(digest(alerts));
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    const shown = elementsOf(html).filter(({ name }) => name === 'img').length;
    expect(shown).toBeGreaterThan(MAX_SHOWN_EPISODES / 2);
    expect(shown).toBeLessThanOrEqual(MAX_SHOWN_EPISODES);
    expect(html.match(/<h2[^>]*>“/g)).toHaveLength(MAX_CARDS);
  });

  test('shows six or more alerts as one list, with each episode once', async () => {
    const both = episode({ title: 'Of both', link: 'https://podcast.example/both' });
    const alerts = Array.from({ length: MAX_CARDS + 1 }, (_, index) => ({
      keyword: `word ${index}`,
      episodes:
        index < 2
          ? [both]
          : Array.from({ length: 5 }, (_each, at) =>
              episode({ title: `Talk ${index}-${at}`, link: `https://p.example/${index}-${at}` }),
            ),
    }));
    const { html, text } = await render(digest(alerts));
    expect(html).not.toMatch(/<h2|<img/);
    expect(html.match(/<li/g)).toHaveLength(MAX_CARDS + 1);
    expect(text).toContain(
      '\n“word 0”: Of both (Small Bets, Nov 21, 2026)\n  We ask *OpenAI* about it.\n  Also for “word 1”\n  https://podcast.example/both\n',
    );
    expect(text).toContain('\n“word 1”: in the episodes above\n');
    expect(text).toContain('\n“word 2”: Talk 2-0 (Small Bets, Nov 21, 2026)\n');
    expect(text).toContain('\n  - Talk 2-2 (Small Bets, Nov 21, 2026)\n');
    expect(text).toContain(`\n  and 2 more: ${links.searchFor({ keyword: 'word 2' })}\n`);
    for (const part of [html, text]) expect(part.split(both.link)).toHaveLength(2);
    // An alert's only episode follows the keyword; several episodes take a line each.
    const lines = html.split('</ul>')[0]!.split('<li').slice(1);
    expect(lines.map((line) => line.match(/<div/g)?.length ?? 0)).toEqual([0, 0, 3, 3, 3, 3]);
  });
});

test('lists quiet alerts first, with date and place, and one link to manage them', async () => {
  const paged = { showId: '0123456789abcdef0123', id: 'b'.repeat(32) };
  const alerts = [4, 2, 1, 3, 6, 5].map((count) => ({
    keyword: `word ${count}`,
    episodes: Array.from({ length: count }, (_, at) =>
      episode({
        ...paged,
        title: `Talk ${count}-${at}`,
        link: `https://p.example/${count}-${at}`,
        audio: 'https://cdn.example/1.mp3',
        ...(at === 0 && { audioAtMs: 61_000 }),
      }),
    ),
  }));
  const { html, text } = await render(digest(alerts));
  for (const part of [textOf(parseDocument(html.slice(html.indexOf('<ul')))), text]) {
    const order = [1, 2, 3, 4, 5, 6].map((count) => part.search(new RegExp(`word ${count}”?: `)));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
  const list = textOf(parseDocument(html.slice(html.indexOf('<ul'), html.indexOf('</ul>'))));
  expect(list).toContain('word 1: Talk 1-0 · Small Bets · Nov 21, 2026 · Play from 1:01');
  expect(list).toContain('Talk 2-1 · Small Bets · Nov 21, 2026 · Listen');
  expect(html).not.toContain('Pause');
  expect(elementsOf(html).filter((each) => textOf(each) === 'Manage your alerts')).not.toEqual([]);
  const moment = `https://earshot.example/episode/${paged.showId}/${paged.id}?t=61`;
  expect(html).toContain(`href="${moment}"`);
  expect(text).toContain(`Play from 1:01: ${moment}\n`);
});

describe('a show that published many episodes at once', () => {
  test('names the show once, with a search for all of its matches', async () => {
    const three = [1, 2, 3].map((number) =>
      episode({ title: `Part ${number}`, podcast: 'Two Keels', newAtOnce: 41 }),
    );
    const mail = await render(digest([{ episodes: [...three, episode()] }, { episodes: three }]));
    const sentence = 'published 41 episodes at once. Alerts look only at the newest three.';
    const address = `https://earshot.example/?q=${encodeURIComponent('OpenAI show:"Two Keels"')}`;
    expect(mail.text.split(sentence)).toHaveLength(2);
    expect(mail.text).toContain(`Two Keels ${sentence}\n${new URL(address).href}`);
    expect(mail.html.split(sentence)).toHaveLength(2);
    expect(mail.html).toContain('See all matches');
  });

  test('adds nothing to mails about other shows', async () => {
    expect((await render(digest([{}]))).text).not.toContain('at once');
  });
});
