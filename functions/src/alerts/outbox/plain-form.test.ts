import { expect, test } from 'vitest';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import { CHANNEL_DRIVERS } from '../../delivery/channels/drivers/channel-drivers.ts';
import type { MailConfig } from '../../platform/mail-config.ts';
import type { DigestSection } from './digest.ts';
import { messageItems } from './message-items.ts';
import { plainSections } from './plain-form.ts';
import { composeDigest } from './compose-digest.ts';
import { keyHash, pairBytes } from './sent-log.ts';

const SITE = 'https://earshot.example';
const NOW = Date.UTC(2026, 10, 21, 12);

const THEIRS = /publisher|<b>/i;

function section(keyword: string, episodes: number): DigestSection {
  const ids = Array.from({ length: episodes }, (_, number) => keyHash(`${keyword} ${number}`));
  return {
    alertId: `${keyword}-1`,
    keyword,
    episodes: ids.map((_, number) =>
      sampleDigestEpisode({
        title: `Episode ${number} on ${keyword}`,
        podcast: 'Publisher’s show',
        link: `https://publisher.example/${number}`,
        image: 'https://publisher.example/art.png',
        audio: 'https://publisher.example/audio.mp3',
        excerpt: 'The publisher says <b>>>>ledgers<<<</b>.',
        reasons: [{ place: 'spoken', text: 'The publisher said >>>ledgers<<<.' }],
        said: [{ text: 'The publisher said it.', atMs: 1000 }],
        alsoIn: ['Publisher’s other show'],
        newAtOnce: 9,
        pubDateMs: NOW,
      }),
    ),
    moreCount: 1,
    episodeIds: pairBytes(ids),
    keys: pairBytes(ids),
  };
}

const sections = [section('ledgers', 4), section('compilers', 1)];

const settings: MailConfig = {
  from: { name: 'Earshot', address: 'alerts@earshot.example' },
  siteUrl: SITE,
  unsubscribeKeys: ['x'.repeat(32)],
};

function addressesIn(text: string): string[] {
  return text.match(/https?:\/\/[^\s"<>|)\\]+/g) ?? [];
}

test('a plain mail contains titles and links to our pages, and no other texts of publishers', async () => {
  const digest = { uid: 'ada', cadence: 'daily', sections, isPlain: true } as const;
  const mail = await composeDigest('d', digest, 'UTC', settings);
  for (const text of [mail.subject, mail.html, mail.text]) {
    expect(text).not.toMatch(THEIRS);
    expect(addressesIn(text).filter((address) => !address.startsWith(SITE))).toEqual([]);
  }
  for (const part of [mail.html, mail.text]) {
    for (const title of [
      'Episode 0 on ledgers',
      'Episode 3 on ledgers',
      'Episode 0 on compilers',
    ]) {
      expect(part).toContain(title);
    }
    expect(part).toContain(`${SITE}/?q=ledgers`);
  }
  const whole = await composeDigest('d', { ...digest, isPlain: false }, 'UTC', settings);
  expect(whole.html).toMatch(THEIRS);
});

test.each(['webhook', 'slack', 'discord', 'teams', 'ntfy'] as const)(
  'a plain message to %s contains titles and links to our pages only',
  (kind) => {
    const written = (some: readonly DigestSection[]) => {
      const items = messageItems(some, SITE);
      const message = { id: 'm', atMs: NOW, items };
      const url = new URL('https://receiver.example/services/a');
      const { body } = CHANNEL_DRIVERS[kind].write(url, message, {
        siteName: 'Earshot',
        secrets: [],
      });
      return body;
    };
    const body = written(plainSections(sections, SITE));
    expect(body).not.toMatch(THEIRS);
    expect(body).toContain('Episode 3 on ledgers');
    expect(body).toContain(`${SITE}/?q=ledgers`);
    const others = addressesIn(body).filter((address) => !address.startsWith(SITE));
    expect(others.filter((address) => !address.includes('adaptivecards.io'))).toEqual([]);
    expect(written(sections)).toMatch(THEIRS);
  },
);

test('a plain form links to the page of an episode', () => {
  const page = { showId: '0123456789abcdef0123', id: 'b'.repeat(32) };
  const whole = section('ledgers', 2);
  const [first, second] = whole.episodes;
  const [plain] = plainSections([{ ...whole, episodes: [{ ...first!, ...page }, second!] }], SITE);
  expect(plain?.episodes.map(({ link }) => link)).toEqual([
    `${SITE}/episode/${page.showId}/${page.id}`,
    `${SITE}/?q=ledgers`,
  ]);
});

test('an episode has the same id in the plain form', () => {
  const [plain] = plainSections([section('ledgers', 2)], SITE);
  const [whole] = [section('ledgers', 2)];
  const idsOf = (some: DigestSection) => messageItems([some], SITE).map(({ id }) => id);
  expect(idsOf(plain!)).toEqual(idsOf(whole));
});

test('omits the titles of episodes whose plain form was refused', () => {
  const ledgers = section('ledgers', 2);
  const [first, second] = ledgers.episodes;
  const refused = { ...ledgers, episodes: [{ ...first!, isRefused: true as const }, second!] };
  const [plain] = plainSections([refused], SITE);
  expect(plain?.episodes.map(({ title }) => title)).toEqual([
    'An episode whose title was refused',
    'Episode 1 on ledgers',
  ]);
});
