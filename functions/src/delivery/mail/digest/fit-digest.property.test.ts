import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { expect, test } from 'vitest';
import { type MatchStrength, REASON_PLACES } from '../../../contract/index.ts';
import { fuzzRuns } from '../../../testing/fuzz-runs.ts';
import type { DigestAlert, DigestContent } from './digest-content.ts';
import { digestHeaders } from './digest-headers.ts';
import { digestLinks } from './digest-links.ts';
import { renderDigestMail } from './digest-mail.ts';
import { MAX_CARDS } from './fit-digest.ts';

/** Gmail cuts off mails beyond 102 kB. The remaining 12 kB are for what mail services add. */
const MAX_BYTES = 90_000;

const settings = {
  from: { name: 'Earshot', address: 'alerts@earshot.example' },
  siteUrl: 'https://earshot.example',
  unsubscribeKeys: ['k'.repeat(32)] as const,
};
const links = digestLinks('u'.repeat(28), settings);
const headers = digestHeaders({
  ...settings,
  digestId: 'one',
  cadence: 'daily',
  oneClickUrl: links.oneClick,
});

const SCRIPTS = {
  latin: 'The quick brown fox jumps over the lazy dog. ',
  'one word': 'Donaudampfschifffahrtsgesellschaft',
  markup: '<b>&amp;"\'=</b>',
  cyrillic: 'Съешь же ещё этих мягких французских булок. ',
  arabic: 'نص حكيم له سر قاطع وذو شأن عظيم. ',
  hebrew: 'עטלף אבק נס דרך מזגן שהתפוצץ. ',
  devanagari: 'ऋषियों को सताने वाले दुष्ट राक्षसों के राजा। ',
  japanese: 'いろはにほへと散りぬるを我が世誰ぞ常ならむ',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍🚀🎧',
  'stacked marks': 'Z\u0301\u0316\u0334a\u0308\u0323\u0489',
  'halves of characters': '\uD83C\uDFA7\uD83C',
  'line breaks': 'a\r\nb\u2028c\t',
};

function text(script: keyof typeof SCRIPTS, length: number): string {
  const sample = SCRIPTS[script];
  const cut = sample.repeat(Math.ceil(length / sample.length)).slice(0, length);
  return script === 'halves of characters' ? cut : cut.replace(/[\uD800-\uDBFF]$/, '') || 'a';
}

function address(length: number, name: string): string {
  return `https://podcast.example/${name}/${'%3D='.repeat(length)}`.slice(0, length);
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Digests of up to 60 alerts with 20 episodes each, whose fields reach their maximum length. */
const digests = fc
  .record({
    script: fc.constantFrom(...(Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[])),
    counts: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 60 }),
    lengths: fc.record({
      title: share,
      podcast: share,
      excerpt: share,
      keyword: share,
      url: share,
    }),
    moreCount: fc.nat(5000),
    /** True if all alerts match the same episodes. */
    isShared: fc.boolean(),
    strengths: fc.array(fc.constantFrom('about', 'passing', undefined), { minLength: 1 }),
    reasons: fc.subarray([...REASON_PLACES, ...REASON_PLACES]),
  })
  .map(({ script, counts, lengths, moreCount, isShared, strengths, reasons }) => {
    const part = (most: number, of: number) => text(script, Math.max(1, Math.round(most * of)));
    const alerts = counts.map((count, alert): DigestAlert => ({
      alertId: `alert-${alert}`,
      keyword: part(200, lengths.keyword),
      moreCount,
      episodeIds: isShared
        ? Buffer.concat(Array.from({ length: count }, (_, episode) => Buffer.alloc(8, episode)))
        : new Uint8Array(),
      episodes: Array.from({ length: count }, (_, episode) => ({
        ...strengthIn(strengths[(alert + episode) % strengths.length]),
        title: part(500, lengths.title),
        podcast: `${alert}${part(300, lengths.podcast)}`,
        link: address(40 + 2008 * lengths.url, isShared ? `e${episode}` : `${alert}-${episode}`),
        image: address(40 + 2008 * lengths.url, `${alert}-${episode}.png`),
        pubDateMs: Date.parse('2026-11-21T12:00:00Z'),
        ...(episode % 2 === 0 && {
          audio: address(40 + 2008 * lengths.url, `${alert}-${episode}.mp3`),
          audioAtMs: 60_000 * episode,
        }),
        ...(episode % 3 === 0 && { newAtOnce: 1234 }),
        excerpt: `${part(80, lengths.excerpt)}>>>match<<<${part(520, lengths.excerpt)}`,
        reasons: reasons.map((place) => ({
          place,
          text: `${part(80, lengths.excerpt)}>>>match<<<${part(120, lengths.excerpt)}`,
        })),
      })),
    }));
    const digest: DigestContent = { cadence: 'daily', timeZone: 'UTC', alerts };
    return { script, digest, isShared };
  });

function strengthIn(strength: MatchStrength['strength']): MatchStrength {
  return strength === undefined ? {} : { strength };
}

/** Returns the mail's size as nodemailer sends it, with each part in the shorter encoding. */
async function sentBySmtp(mail: { subject: string; html: string; text: string }): Promise<number> {
  const composer = new MailComposer({
    from: settings.from,
    to: 'ada@example.com',
    headers,
    ...mail,
  });
  return (await composer.compile().build()).length;
}

/** Returns the mail's size as SendGrid sends it, quoted-printable in lines of 76 characters. */
function sentBySendgrid({ subject, html, text }: { subject: string; html: string; text: string }) {
  const ours = Object.entries({ ...headers, subject: encodeURIComponent(subject) }).flat();
  return 1000 + ours.join('').length + quotedPrintable(html) + quotedPrintable(text);
}

function quotedPrintable(part: string): number {
  let [bytes, column] = [0, 0];
  for (const byte of Buffer.from(part)) {
    const width = byte === 10 ? 2 : byte < 32 || byte > 126 || byte === 61 ? 3 : 1;
    if (column + width > 75 && byte !== 10) [bytes, column] = [bytes + 3, 0];
    bytes += width;
    column = byte === 10 ? 0 : column + width;
  }
  return bytes;
}

test('an encoded mail stays below 90 kB in any script and keeps its unsubscribe links', async () => {
  await fc.assert(
    fc.asyncProperty(digests, async ({ script, digest, isShared }) => {
      const mail = await renderDigestMail(digest, links);
      expect(await sentBySmtp(mail)).toBeLessThan(MAX_BYTES);
      expect(sentBySendgrid(mail)).toBeLessThan(MAX_BYTES);

      const shown = mail.html.match(/<h2[^>]*>“/g)?.length ?? 0;
      expect(mail.html).toContain('<h1');
      const html = mail.html.replaceAll('&amp;', '&');
      const named = mail.html.match(/<li/g)?.length ?? 0;
      if (shown > 0) expect(digest.alerts.length).toBeLessThanOrEqual(MAX_CARDS);
      if (isShared) {
        const addresses = new Set(
          digest.alerts.flatMap((each) => each.episodes.map(({ link }) => link)),
        );
        for (const link of addresses) {
          expect(html.split(`href="${link}"`).length).toBeLessThanOrEqual(2);
          expect(mail.text.split(`${link}\n`).length).toBeLessThanOrEqual(2);
        }
      }
      const paused = digest.alerts.filter((alert) => html.includes(links.unsubscribeAlert(alert)));
      expect(paused.length).toBeGreaterThanOrEqual(shown);
      // One token unsubscribes from everything, and the other sets the weekly cadence.
      expect(mail.text.match(/\?token=/g)).toHaveLength(2);
      for (const part of [html, mail.text]) {
        expect(part.split(links.unsubscribeAll).length).toBe(2);
        const [, counted = '0'] = /New episodes for (\d+) more/.exec(part) ?? [];
        expect(shown + named + Number(counted)).toBe(digest.alerts.length);
        expect(part.includes('\uFFFD')).toBe(script === 'halves of characters');
        expect(part.isWellFormed()).toBe(true);
      }
      expect(mail.html).not.toMatch(/&(?!(amp|lt|gt|quot|nbsp|#x27);)/);
    }),
    { numRuns: fuzzRuns(25) },
  );
});

test('an ordinary digest of twenty episodes is not shortened', async () => {
  const excerpt = `We ask >>>OpenAI<<< ${text('latin', 480)}`;
  const episodes = Array.from({ length: 20 }, (_, index) => ({
    title: `${index}: ${text('latin', 70)}`,
    podcast: text('latin', 30),
    link: address(90, `${index}`),
    image: address(90, `${index}.png`),
    pubDateMs: Date.parse('2026-11-21T12:00:00Z'),
    excerpt,
  }));
  const alerts = [
    { alertId: 'one', keyword: 'OpenAI', episodes, moreCount: 0, episodeIds: new Uint8Array() },
  ];
  const mail = await renderDigestMail({ cadence: 'daily', timeZone: 'UTC', alerts }, links);
  expect(mail.html.match(/<img/g)).toHaveLength(20);
  expect(mail.text.split(excerpt.replace('>>>OpenAI<<<', '*OpenAI*').trim())).toHaveLength(21);
  expect(await sentBySmtp(mail)).toBeLessThan(MAX_BYTES);
});

test('shortens the largest sections first and links to a search for the rest', async () => {
  const alert = (alertId: string, keyword: string, count: number): DigestAlert => ({
    alertId,
    keyword,
    moreCount: 0,
    episodeIds: new Uint8Array(),
    episodes: Array.from({ length: count }, (_, index) => ({
      title: `${keyword} ${text('japanese', 190)}`,
      podcast: text('japanese', 190),
      link: `https://podcast.example/${alertId}/${index}`,
      image: '',
      pubDateMs: Date.parse('2026-11-21T12:00:00Z'),
      excerpt: text('japanese', 500),
    })),
  });
  const alerts = [alert('large', '人工知能', 20), alert('small', '仕事', 2)];
  const { text: part } = await renderDigestMail(
    { cadence: 'daily', timeZone: 'UTC', alerts },
    links,
  );
  const shownOf = (keyword: string) => part.split(`\n${keyword} `).length - 1;
  expect(shownOf('仕事')).toBe(2);
  expect(shownOf('人工知能')).toBeGreaterThan(2);
  const more = links.searchFor({ keyword: '人工知能' });
  expect(part).toContain(`And ${20 - shownOf('人工知能')} more: ${more}`);
});

test.each([
  [150, 150],
  [200, 200],
  [220, 200],
])(
  'a digest of %i alerts with one episode each names at least %i episodes',
  async (count, named) => {
    const alerts = oneEach(count);
    const mail = await renderDigestMail({ cadence: 'weekly', timeZone: 'UTC', alerts }, links);
    expect(await sentBySmtp(mail)).toBeLessThan(MAX_BYTES);
    const isNamed = (part: string) =>
      alerts.filter((_, at) => part.includes(`Tale ${at} of`)).length;
    expect(isNamed(mail.text)).toBeGreaterThanOrEqual(named);
    expect(isNamed(mail.html)).toBe(isNamed(mail.text));
  },
);

function oneEach(count: number) {
  return Array.from({ length: count }, (_, index): DigestAlert => ({
    alertId: `alert-${index}`,
    keyword: `keyword number ${index}`,
    moreCount: 0,
    episodeIds: new Uint8Array(),
    episodes: [
      {
        title: `Tale ${index} of ${text('latin', 60)}`,
        podcast: text('latin', 30),
        link: `https://podcast.example/${index}`,
        image: '',
        pubDateMs: Date.parse('2026-11-21T12:00:00Z'),
        excerpt: text('latin', 300),
      },
    ],
  }));
}

test('links 150 alerts with one episode each to their searches', async () => {
  const alerts = oneEach(150);
  const { html, text } = await renderDigestMail(
    { cadence: 'weekly', timeZone: 'UTC', alerts },
    links,
  );
  const linked = html.replaceAll('&amp;', '&');
  for (const [at, { keyword }] of alerts.entries()) {
    expect(linked).toContain(links.searchFor({ keyword }));
    expect(text).toContain(`\n“${keyword}”: Tale ${at} of`);
  }
  expect(text).not.toContain('more of your keywords');
});
