import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { AlertItem } from '../../../contract/index.ts';
import { hostileDigest } from '../../mail/digest/fixtures/hostile-digest.ts';
import { fuzzRuns } from '../../../testing/fuzz-runs.ts';
import { alertItem } from '../alert-item.ts';
import { channelAddress } from '../channel-address.ts';
import type { ChannelMessage } from '../channel-message.ts';
import { wholeItem } from '../fixtures/whole-item.ts';
import { countFittingItems } from '../send-to-channel.ts';
import type { Answered } from './channel-driver.ts';
import { CHANNEL_DRIVERS, type PostedKind } from './channel-drivers.ts';

const CONTEXT = { siteName: 'Earshot', secrets: [] };
const ADDRESSES: Record<PostedKind, string> = {
  webhook: 'https://receiver.example/hook',
  slack: 'https://hooks.slack.com/services/T0/B0/x',
  discord: 'https://discord.com/api/webhooks/1/x',
  teams: 'https://prod-1.westeurope.logic.azure.com/workflows/x?sig=y',
  telegram: `https://api.telegram.org/bot4200042:${'x'.repeat(35)}/sendMessage?chat_id=-1001`,
  push: 'https://push.example/send/abc',
  ntfy: 'https://ntfy.sh/my-topic',
};
const KINDS = Object.keys(ADDRESSES) as PostedKind[];
const CHATS = KINDS.filter((kind) => kind !== 'webhook');

function written(kind: PostedKind, fields: Partial<ChannelMessage>): string {
  const message = { id: 'm', atMs: 0, items: [wholeItem], ...fields };
  return CHANNEL_DRIVERS[kind].write(new URL(ADDRESSES[kind]), message, CONTEXT).body;
}

test.each(KINDS)('counts the further matches in a message to %s', (kind) => {
  const said =
    kind === 'webhook' ? '"more_count":37' : '37 more new episodes are not in this message';
  expect(written(kind, { moreCount: 37 })).toContain(said);
  expect(written(kind, { items: [], moreCount: 37 })).toContain(said);
  expect(written(kind, {})).not.toMatch(/more_count|not in this message/);
});

const slackSchema = z.object({
  text: z.string(),
  blocks: z
    .array(z.object({ text: z.object({ text: z.string().max(3000), verbatim: z.literal(true) }) }))
    .max(50),
});
const discordSchema = z.object({
  content: z.string().max(2000),
  allowed_mentions: z.object({ parse: z.array(z.string()).length(0) }),
});
const ntfySchema = z.object({
  topic: z.literal('my-topic'),
  title: z.string().max(400),
  message: z.string().min(1),
  click: z.url().optional(),
});

const telegramSchema = z.object({
  chat_id: z.literal('-1001'),
  text: z.string().min(1).max(4096),
  entities: z.array(
    z.strictObject({
      type: z.literal('text_link'),
      offset: z.int().min(0),
      length: z.int().positive(),
      url: z.url(),
    }),
  ),
  link_preview_options: z.object({ is_disabled: z.literal(true) }),
});

const pushSchema = z.strictObject({
  title: z.string().min(1),
  body: z.string(),
  path: z.string(),
  tag: z.string().regex(/^[0-9a-f]{32}$/),
});

const pushOf = (items: AlertItem[]) => pushSchema.parse(JSON.parse(written('push', { items })));
const telegramOf = (items: AlertItem[]) =>
  telegramSchema.parse(JSON.parse(written('telegram', { items })));
const slackOf = (items: AlertItem[]) => slackSchema.parse(JSON.parse(written('slack', { items })));
const discordOf = (items: AlertItem[]) =>
  discordSchema.parse(JSON.parse(written('discord', { items })));
const ntfyOf = (items: AlertItem[]) => ntfySchema.parse(JSON.parse(written('ntfy', { items })));

test('a full Discord message with further matches stays within 2000 characters', () => {
  for (let length = 0; length <= 200; length += 1) {
    const items = Array(10).fill({ ...wholeItem, content_text: 'x'.repeat(length) }) as AlertItem[];
    const fitting = items.slice(0, countFittingItems(items, 'discord', 'Earshot'));
    const body = written('discord', { items: fitting, moreCount: 99_999 });
    expect(discordSchema.safeParse(JSON.parse(body)).success, `${length}`).toBe(true);
  }
});

describe('a message', () => {
  test('links from Slack to the episode and to the quotation', () => {
    const { text, blocks } = slackOf([wholeItem]);
    expect(text).toBe('New episode for “work”');
    expect(blocks[1]?.text.text.split('\n')).toEqual([
      '<https://podcast.example/episodes/1|Ledgers>',
      'Small Bets · 2026-09-21',
      expect.stringContaining('About ledgers.'),
      '<https://earshot.example/?q=work|At 0:12>',
    ]);
  });

  test('shows addresses in Discord without previews', () => {
    expect(discordOf([wholeItem]).content.split('\n')).toEqual([
      'New episode for “work”',
      '',
      '**Ledgers**',
      'Small Bets · 2026\\-09\\-21',
      expect.stringMatching(/^> About ledgers\\\./),
      '<https://podcast.example/episodes/1>',
      'At 0:12: <https://earshot.example/?q=work>',
    ]);
  });

  test('sends Teams a card with buttons for the episode and the quotation', () => {
    const card = written('teams', {});
    expect(JSON.parse(card)).toMatchObject({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }],
    });
    const urls = [...card.matchAll(/"type":"Action\.OpenUrl","title":"([^"]+)","url":"([^"]+)"/g)];
    expect(urls.map(([, title, url]) => [title, url])).toEqual([
      ['Open episode', 'https://podcast.example/episodes/1'],
      ['At 0:12', 'https://earshot.example/?q=work'],
    ]);
  });

  test('links from Telegram to the episode and to the quotation', () => {
    const { text, entities } = telegramOf([wholeItem]);
    expect(text.split('\n')).toEqual([
      'New episode for “work”',
      '',
      'Ledgers',
      'Small Bets · 2026-09-21',
      expect.stringContaining('About ledgers.'),
      'At 0:12',
    ]);
    const linked = entities.map(({ offset, length, url }) => [
      text.slice(offset, offset + length),
      url,
    ]);
    expect(linked).toEqual([
      ['Ledgers', 'https://podcast.example/episodes/1'],
      ['At 0:12', 'https://earshot.example/?q=work'],
    ]);
  });

  test('posts to Telegram’s method without the chat in the address', () => {
    const url = new URL(`${ADDRESSES.telegram}&message_thread_id=7`);
    const post = CHANNEL_DRIVERS.telegram.write(url, { id: 'm', atMs: 0, items: [] }, CONTEXT);
    expect(post.url.href).toBe(`https://api.telegram.org/bot4200042:${'x'.repeat(35)}/sendMessage`);
    expect(JSON.parse(post.body)).toMatchObject({ chat_id: '-1001', message_thread_id: 7 });
  });

  test('opens a single episode from ntfy and lists several', () => {
    expect(ntfyOf([wholeItem])).toMatchObject({
      title: 'New episode for “work”',
      click: 'https://podcast.example/episodes/1',
    });
    const { click, message } = ntfyOf([wholeItem, { ...wholeItem, id: 'other' }]);
    expect(click).toBeUndefined();
    expect(message.match(/https:\/\/podcast\.example\/episodes\/1/g)).toHaveLength(2);
  });

  test('opens the moment of a single episode with a page from ntfy', () => {
    const page = 'https://earshot.example/episode/0/1';
    const said = [{ at_seconds: 12, text: 'work', url: `${page}?t=12` }];
    const paged = { ...wholeItem, _earshot: { ...wholeItem._earshot, page, said } };
    const { click, message } = ntfyOf([paged]);
    expect(click).toBe(`${page}?t=12`);
    expect(message).toContain('\nhttps://podcast.example/episodes/1\n');
    const { url: _, ...unlinked } = paged;
    expect(ntfyOf([{ ...unlinked, _earshot: { ...paged._earshot, said: [] } }]).click).toBe(page);
  });

  test('posts to an ntfy server below a path', () => {
    const url = new URL('https://push.example/ntfy/my-topic?auth=x');
    const message = { id: 'm', atMs: 0, items: [wholeItem] };
    const post = CHANNEL_DRIVERS.ntfy.write(url, message, CONTEXT);
    expect(post.url.href).toBe('https://push.example/ntfy/?auth=x');
    expect(JSON.parse(post.body)).toMatchObject({ topic: 'my-topic' });
  });

  test.each(CHATS)('says why a message to %s is plain', (kind) => {
    const why = /The full message was refused here, so this one has only titles and links/;
    const unescaped = (body: string) => body.replaceAll('\\', '');
    expect(unescaped(written(kind, { isPlain: true }))).toMatch(why);
    expect(unescaped(written(kind, { isPlain: true, moreCount: 37 }))).toMatch(why);
    expect(unescaped(written(kind, {}))).not.toMatch(why);
  });

  test.each(CHATS)('labels a test message in %s', (kind) => {
    const body = written(kind, { items: [], isTest: true });
    expect(body).toMatch(/This is a test from Earshot\\*\./);
  });
});

/** Texts with a special meaning for some service. */
const TRAPS = [
  '<!channel>',
  '<!everyone>',
  '<@U024BE7LH>',
  '@everyone',
  '@here',
  '<@&123>',
  '<#123>',
  '<https://evil.example|OpenAI>',
  '[OpenAI](https://evil.example)',
  '![x](https://e.example)',
  '||spoiler||',
  '```',
  '**bold**',
  '# heading',
  '> quote',
  '-# small',
  '`code`',
  '\\',
  '\u202Egpj.exe',
  '\u2066',
  '\u0000\u001B[31m',
  'line\nbreak',
  '\u2028',
  '\uD800',
  'javascript:alert(1)',
  'https://discord.gg/x',
  '<t:0:R>',
  '*',
  '_',
  '~',
  '<',
  '>',
  '&lt;!here&gt;',
  'a'.repeat(3000),
  '👩‍👩‍👧‍👦'.repeat(200),
  'Z\u0301\u0316\u0334\u0489'.repeat(300),
];
const URLS = [
  'https://a.example/|<!channel>',
  'https://a.example/>x',
  'https://a.example/)](https://e.x)',
  'javascript:alert(1)',
  'ftp://a.example/',
  '',
  `https://a.example/${'x'.repeat(5000)}`,
];

const trap = fc.array(fc.oneof(fc.constantFrom(...TRAPS), fc.string({ unit: 'binary' })), {
  maxLength: 6,
});
const text = trap.map((parts) => parts.join(' '));
const address = fc.oneof(fc.constantFrom(...URLS), fc.webUrl({ withQueryParameters: true }));
const hostile: fc.Arbitrary<AlertItem> = fc
  .record({
    title: text,
    link: address,
    podcast: text,
    excerpt: text,
    audio: address,
    pubDateMs: fc.integer({ min: 0, max: 4e12 }),
    said: fc.array(fc.record({ atMs: fc.nat(), text, url: address }), { maxLength: 2 }),
    alerts: fc.array(fc.record({ id: fc.constant('000'), query: text }), { maxLength: 5 }),
  })
  .map((facts) => alertItem({ ...facts, id: facts.title.slice(0, 10) }));
const hostileItems = fc.array(hostile, { minLength: 1, maxLength: 30 });

/** Control characters, line separators and direction overrides. */
const UNSAFE = /(?!\n)\p{Cc}|[\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

describe('a hostile episode', () => {
  const DIGEST_ITEMS = hostileDigest.alerts.flatMap(({ alertId, keyword, episodes }) =>
    episodes.map((episode, at) =>
      alertItem({
        ...episode,
        id: `${alertId}${at}`,
        alerts: [{ id: alertId, query: keyword }],
      }),
    ),
  );

  test.each(KINDS)('keeps a message to %s within its limit and never empty', (kind) => {
    const { maxSize, sizeOf = Buffer.byteLength } = CHANNEL_DRIVERS[kind];
    fc.assert(
      fc.property(fc.oneof(hostileItems, fc.constant(DIGEST_ITEMS)), (items) => {
        const count = countFittingItems(items, kind, 'Earshot');
        expect(count).toBeGreaterThan(0);
        const size = sizeOf(written(kind, { items: items.slice(0, count) }));
        // `shortItem` cuts a single long item later, when it is sent.
        if (count > 1) expect(size).toBeLessThanOrEqual(maxSize);
      }),
      { numRuns: fuzzRuns(30) },
    );
  });

  test('creates no mention, link or line break in Slack', () => {
    fc.assert(
      fc.property(hostile, (item) => {
        const { text: top, blocks } = slackOf([item]);
        for (const { text: block } of blocks) {
          // All angle brackets belong to our own links, which lead to web addresses.
          const rest = block.text.replace(/<https?:\/\/[^<>|]+\|[^<>|]*>/g, '');
          expect(rest).not.toMatch(/[<>]/);
          expect(block.text).not.toMatch(UNSAFE);
          expect(block.text.split('\n').length).toBeLessThanOrEqual(4);
        }
        expect(top).not.toMatch(/[<>\n]/);
      }),
      { numRuns: fuzzRuns(200) },
    );
  });

  test('creates no Markdown, mention or link in Discord', () => {
    fc.assert(
      fc.property(hostile, (item) => {
        const { content } = discordOf([item]);
        const [, , ...lines] = content.split('\n');
        const own = [/^\*\*(.*)\*\*$/, /^> (.*)$/, /^<https?:\/\/[^<>\s]+>()$/, /^(.*)$/];
        const moment = /^At [\d:]+: <https?:\/\/[^<>\s]+>$/;
        for (const line of lines.filter((each) => !moment.test(each))) {
          const inner = own
            .map((form) => form.exec(line)?.[1])
            .find((found) => found !== undefined);
          expect(inner?.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[!-/:-@[-`{-~]/);
        }
        expect(content).not.toMatch(UNSAFE);
      }),
      { numRuns: fuzzRuns(200) },
    );
  });

  test('creates no Markdown in Teams and opens only web addresses', () => {
    fc.assert(
      fc.property(hostile, (item) => {
        const card: unknown = JSON.parse(written('teams', { items: [item] }));
        const found = JSON.stringify(card);
        expect(found).not.toContain('"TextBlock"');
        for (const [, url] of found.matchAll(/"url":"([^"]*)"/g)) expect(url).toMatch(/^https?:/);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  test('creates no mention, tag, command or other link in Telegram', () => {
    fc.assert(
      fc.property(hostile, (item) => {
        const { text: message, entities } = telegramOf([item]);
        expect(message).not.toMatch(UNSAFE);
        expect(message).not.toMatch(/[@#$/][\p{L}\p{N}_]|[\p{L}\p{N}]\.[\p{L}\p{N}]|:\/\//u);
        expect(message.split('\n').length).toBeLessThanOrEqual(6);
        for (const { offset, length, url } of entities) {
          expect(offset + length).toBeLessThanOrEqual(message.length);
          expect(url).toMatch(/^https?:/);
        }
      }),
      { numRuns: fuzzRuns(200) },
    );
  });

  test('shows a notification as plain text that opens a page of the site', () => {
    fc.assert(
      fc.property(hostile, (item) => {
        const { title, body, path } = pushOf([item]);
        expect(title + body).not.toMatch(UNSAFE);
        expect(title).not.toContain('\n');
        expect(path).toMatch(/^\/(?!\/)/);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  test('creates no header, control character or other topic in ntfy', () => {
    fc.assert(
      fc.property(hostile, (item) => {
        const { title, message, click = 'https://x' } = ntfyOf([item]);
        expect(title + message).not.toMatch(UNSAFE);
        expect(title).not.toContain('\n');
        expect(click).toMatch(/^https?:/);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});

/** Each entry is a title and its escaped form by service. */
const TITLES: [string, Partial<Record<PostedKind, string>>][] = [
  ['*bold* _italic_ ~struck~', { slack: '∗bold∗ ˍitalicˍ ∼struck∼' }],
  ['`code` and ```blocks```', { slack: 'ˋcodeˋ and ˋˋˋblocksˋˋˋ' }],
  [':smile: :+1::skin-tone-2:', { slack: '꞉smile: ꞉+1꞉꞉skin-tone-2:' }],
  ['It is 10:30 now: a talk', { slack: 'It is 10:30 now: a talk' }],
  ['> no quote', { slack: '› no quote' }],
  ['snake_case and 2*3*4', { slack: 'snakeˍcase and 2∗3∗4' }],
  ['AT&T <b>', { slack: 'AT&amp;T &lt;b&gt;' }],
  ['{{DATE(2026-01-01T00:00:00Z)}}', { teams: '{\u2060{DATE(2026-01-01T00:00:00Z)}}' }],
  ['{{{x}}}', { teams: '{\u2060{\u2060{x}}}' }],
  ['**bold** :smile: @here', { discord: '\\*\\*bold\\*\\* \\:smile\\: \\@here' }],
  [
    '@ada #ai /start evil.example $TSLA',
    { telegram: '@\u2060ada #\u2060ai /\u2060start evil.\u2060example $\u2060TSLA' },
  ],
  ['*bold* :smile: {{x}}', { ntfy: '*bold* :smile: {{x}}', webhook: '*bold* :smile: {{x}}' }],
];

test.each(TITLES)('every service shows the title %j as plain text', (title, shown) => {
  const items = [{ ...wholeItem, title }];
  for (const kind of KINDS) {
    const body = JSON.parse(written(kind, { items })) as unknown;
    const [expected] = [shown[kind]].flatMap((each) => each ?? []);
    if (expected !== undefined)
      expect(JSON.stringify(body)).toContain(JSON.stringify(expected).slice(1, -1));
  }
  // Tags are queries, which the headline must escape as well.
  const { text: top } = slackOf([{ ...wholeItem, tags: [title] }]);
  expect(top).not.toMatch(/[*_~`]|:[^\s:]+:/);
});

test('a webhook’s message id hides the person and is the same for every retry', () => {
  const idOf = (id: string) => {
    const message = { id, atMs: 0, items: [wholeItem] };
    return CHANNEL_DRIVERS.webhook.write(new URL(ADDRESSES.webhook), message, CONTEXT).headers?.[
      'webhook-id'
    ];
  };
  const id = idOf('uid-of-ada_channel_20261121T120000000Z_0');
  expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
  expect(idOf('uid-of-ada_channel_20261121T120000000Z_0')).toBe(id);
  expect(idOf('uid-of-ada_channel_20261121T120000000Z_1')).not.toBe(id);
});

describe('an address', () => {
  const outside = { allowLoopback: false };

  test.each(KINDS)('accepts an address of %s', (kind) => {
    const { host } = new URL(ADDRESSES[kind]);
    expect(channelAddress(kind, ` ${ADDRESSES[kind]}#part `, outside)).toEqual({
      url: ADDRESSES[kind],
      host,
    });
  });

  test.each(['discord', 'teams', 'telegram'] as const)(
    'refuses an address of %s on another host',
    (kind) => {
      for (const host of ['evil.example', `${new URL(ADDRESSES[kind]).host}.evil.example`]) {
        const url = new URL(ADDRESSES[kind]);
        url.host = host;
        expect(channelAddress(kind, url.href, outside)).toHaveProperty('refused');
      }
    },
  );

  test.each([
    'http://receiver.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://169.254.169.254/',
    'https://metadata.google.internal/',
    'https://printer/',
    'https://a:b@receiver.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//x',
    '',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://box.local/',
    'https://receiver.example:22/',
    'https://receiver.example:25/',
    'https://receiver.example:6379/topic',
    'https://receiver.example:27017/topic',
  ])('refuses to send messages to %j', (url) => {
    for (const kind of KINDS) {
      expect(channelAddress(kind, url, outside)).toHaveProperty('refused');
    }
  });

  test('accepts a loopback address only under the emulators', () => {
    const url = 'http://127.0.0.1:5080/hook';
    for (const kind of KINDS) {
      expect(channelAddress(kind, url, outside)).toHaveProperty('refused');
      expect(channelAddress(kind, url, { allowLoopback: true })).toMatchObject({ url });
    }
    for (const url of ['http://192.168.0.1/', 'http://127.0.0.1:6379/']) {
      expect(channelAddress('webhook', url, { allowLoopback: true })).toHaveProperty('refused');
    }
  });
});

describe('a chat of Telegram', () => {
  const BOT = `https://api.telegram.org/bot4200042:${'x'.repeat(35)}`;

  test.each(['?chat_id=7', '?chat_id=@ledgers', '?chat_id=-1001&message_thread_id=2'])(
    'accepts the chat %s',
    (query) => {
      expect(
        channelAddress('telegram', `${BOT}/sendMessage${query}`, { allowLoopback: false }),
      ).toHaveProperty('url');
    },
  );

  test.each([
    `${BOT}/sendMessage`,
    `${BOT}/sendMessage?chat_id=`,
    `${BOT}/sendMessage?chat_id=ledgers`,
    `${BOT}/sendMessage?chat_id=7&text=x`,
    `${BOT}/deleteWebhook?chat_id=7`,
    `${BOT}/../bot1:y/sendMessage?chat_id=7`,
    'https://api.telegram.org/bot/sendMessage?chat_id=7',
    'https://api.telegram.org/bot4200042:short/sendMessage?chat_id=7',
  ])('refuses %s', (url) => {
    expect(channelAddress('telegram', url, { allowLoopback: false })).toEqual({
      refused: 'Enter the token that BotFather gave you, and the id of a chat.',
    });
  });
});

describe('a chat that accepts Slack’s format', () => {
  const outside = { allowLoopback: false };
  const MATTERMOST = 'https://mattermost.acme.example/hooks/5nm4v8r77bvdpdycxsf4g49nf8';

  test.each([
    MATTERMOST,
    'https://acme.example/chat/hooks/5nm4v8r77bvdpdycxsf4g49nf8',
    'https://rocket.acme.example/hooks/6563/RzAbc',
    'https://hooks.slack-gov.com/services/T00000000/B00000000/abcdefghijklmnop',
    'https://discord.com/api/webhooks/1/x/slack',
  ])('accepts a webhook in Slack’s format: %s', (url) => {
    expect(channelAddress('slack', url, outside)).toMatchObject({ url });
  });

  test.each([
    'https://mattermost.acme.example/',
    'https://acme.slack.com/archives/C1',
    'https://hooks.slack.com/workflows/T/B',
    'https://discord.com/api/webhooks/1/x',
    'https://discord.com/channels/1/2',
    'https://prod-1.westeurope.logic.azure.com/workflows/x',
  ])('refuses an address without that format: %s', (url) => {
    expect(channelAddress('slack', url, outside)).toHaveProperty('refused');
  });

  const textAt = (url: string, item: AlertItem) => {
    const message = { id: 'm', atMs: 0, items: [item] };
    const { body } = CHANNEL_DRIVERS.slack.write(new URL(url), message, {
      siteName: 'Earshot',
      secrets: [],
    });
    return JSON.parse(body) as { text: string; blocks?: unknown };
  };

  test('sends other chats a single text without blocks', () => {
    const { text, blocks } = textAt(MATTERMOST, wholeItem);
    expect(blocks).toBeUndefined();
    expect(text).toContain(`<${wholeItem.url ?? ''}|`);
  });

  test('sends blocks to Slack for government', () => {
    expect(textAt('https://hooks.slack-gov.com/services/T/B/x', wholeItem).blocks).toBeDefined();
  });

  test('neutralizes mentions, tags, links and images for other chats', () => {
    const title =
      '@channel @here #tag ![x](https://evil.example/a.png) [a](b) www.evil.example <!all>';
    const { text } = textAt(MATTERMOST, { ...wholeItem, title });
    expect(text).not.toMatch(/@(channel|here)|#tag|\]\(|!\[|www\.evil|https:\/\/evil|<!/);
  });

  test('encodes brackets and bars in the addresses of links', () => {
    const { text } = textAt(MATTERMOST, { ...wholeItem, url: 'https://a.example/b_(c)|d' });
    expect(text).toContain('<https://a.example/b_%28c%29%7Cd|');
  });
});

describe('the answer of a service', () => {
  const answer = (status: number, body = ''): Answered => ({
    kind: 'answered',
    status,
    headers: {},
    text: body,
  });

  test.each([
    ['slack', 404, 'no_service', true],
    ['slack', 404, 'channel_not_found', true],
    ['slack', 403, 'action_prohibited', false],
    ['slack', 500, 'no_service', false],
    ['discord', 404, '{"message": "Unknown Webhook", "code": 10015}', true],
    ['discord', 404, '{"message": "Unknown", "code": 0}', false],
    ['discord', 404, 'x', false],
  ] as const)('reads the answer of %s, %i %s, as gone: %s', (kind, status, body, isGone) => {
    expect(CHANNEL_DRIVERS[kind].isGone?.(answer(status, body))).toBe(isGone);
  });

  test.each([
    [429, '{"retry_after": 1.337}', 1337],
    [429, 'x', null],
    [429, '{"retry_after": -1}', null],
    [500, '{"retry_after": 5}', null],
  ])('reads the wait in Discord’s answer %i %s as %s ms', (status, body, waitMs) => {
    expect(CHANNEL_DRIVERS.discord.waitMs?.(answer(status, body))).toBe(waitMs);
  });

  const refused = (status: number, description: string, parameters?: object) =>
    answer(status, JSON.stringify({ ok: false, error_code: status, description, parameters }));

  test.each([
    [401, 'Unauthorized', /token/],
    [403, 'Forbidden: bot was blocked by the user', /blocked the bot/],
    [403, 'Forbidden: bot was kicked from the supergroup chat', /press Start/],
    [403, 'Forbidden: user is deactivated', /write to this chat/],
    [400, 'Bad Request: chat not found', /no such chat/],
    [400, 'Bad Request: not enough rights to send text messages to the chat', /may not write/],
    [400, 'Bad Request: message thread not found', /may not write/],
    [400, 'Bad Request: message is too long', null],
    [404, 'Not Found', null],
    [500, 'Internal Server Error: restart', null],
  ])('ends a channel of Telegram at %i %s: %s', (status, description, reason) => {
    const { isGone, reason: reasonOf } = CHANNEL_DRIVERS.telegram;
    expect(isGone?.(refused(status, description))).toBe(reason !== null);
    if (reason !== null) expect(reasonOf?.(refused(status, description))).toMatch(reason);
    // A proxy in between does not speak for Telegram.
    expect(isGone?.(answer(status, `<h1>${description}</h1>`))).toBe(false);
  });

  test('reads the wait in Telegram’s answer', () => {
    const { waitMs } = CHANNEL_DRIVERS.telegram;
    expect(waitMs?.(refused(429, 'Too Many Requests', { retry_after: 35 }))).toBe(35_000);
    expect(waitMs?.(refused(429, 'Too Many Requests'))).toBeNull();
    expect(waitMs?.(refused(400, 'Bad Request', { retry_after: 35 }))).toBeNull();
  });

  test('follows a group of Telegram that became a supergroup', () => {
    const { movedTo, isGone } = CHANNEL_DRIVERS.telegram;
    const url = new URL(`${ADDRESSES.telegram}&message_thread_id=7`);
    const moved = refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: -1001234567890,
    });
    expect(movedTo?.(url, moved)?.search).toBe('?chat_id=-1001234567890&message_thread_id=7');
    expect(isGone?.(moved)).toBe(false);
    expect(movedTo?.(url, refused(400, 'Bad Request: chat not found'))).toBeNull();
  });
});
