import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '../../functions/src/contract/index.ts';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { serveOnLoopback } from '../../functions/src/testing/test-server.ts';
import { startSampleHost } from '../../samples/sample-host.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { showsOfList } from './operator-list.ts';
import { verifyAnswers } from './verify-answers.ts';

const HOSTILE = path.join(REPOSITORY, 'functions/src/feeds/read/fixtures/hostile');

function feed(title: string, ageDays: number, head = ''): string {
  const date = (days: number) => new Date(Date.now() - days * DAY_MS).toUTCString();
  const item = (at: number) =>
    `<item><title>${title} ${at}</title><guid>${title}${at}</guid><link>https://show.example/${title}/${at}</link>
     <pubDate>${date(ageDays + at)}</pubDate><description>words</description></item>`;
  return `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <title>${title}</title>${head}${[2, 0, 1].map(item).join('')}</channel></rss>`;
}

interface Host {
  url: string;
  asked: string[];
  concurrent: number;
}

async function startHost(answer: (path: string, response: ServerResponse) => void): Promise<Host> {
  const host: Host = { url: '', asked: [], concurrent: 0 };
  let open = 0;
  host.url = await serveOnLoopback(({ url = '' }, response) => {
    host.asked.push(url);
    open += 1;
    host.concurrent = Math.max(host.concurrent, open);
    response.on('close', () => (open -= 1));
    answer(url, response);
  });
  return host;
}

interface Run {
  text: string;
  added: string[];
}

function runsIn(folder: string, addresses: readonly string[]): (add?: boolean) => Promise<Run> {
  mkdirSync(folder, { recursive: true });
  const [source, list] = ['found.opml', 'own.opml'].map((name) => path.join(folder, name));
  const outlines = addresses.map((address) => `<outline xmlUrl="${address}"/>`);
  writeFileSync(source!, `<opml><body>${outlines.join('\n')}</body></opml>`);
  writeFileSync(
    list!,
    '<opml><body>\n<outline text="Known" xmlUrl="https://k.example/"/>\n</body></opml>',
  );
  const memory = `file:${path.join(folder, 'verified.db')}`;
  return async (add = false) => {
    const lines = [];
    const stderr = { write: () => true };
    for await (const line of verifyAnswers({ source: source!, memory, list: list!, add, stderr }))
      lines.push(line);
    const added = showsOfList(readFileSync(list!, 'utf8')).map(({ address }) => address);
    return { text: lines.join('\n'), added: added.slice(1) };
  };
}

it('tells alive, moved, silent and dead feeds apart, and adds the living where they are now', async () => {
  const answers: Record<string, string> = {
    '/alive': feed('Alive', 1),
    '/new': feed('Moved', 2),
    '/left': feed('Left', 1, '<itunes:new-feed-url>HOST/arrived</itunes:new-feed-url>'),
    '/arrived': feed('Left', 0),
    '/taken': feed('Taken', 1, '<itunes:new-feed-url>HOST/alive</itunes:new-feed-url>'),
    '/silent': feed('Silent', 121),
    '/lately': feed('Lately', 119),
    '/known': feed('Kn-own', 1),
    '/html': '<!doctype html><title>Gone fishing</title>',
  };
  const host = await startHost((asked, response) => {
    const known = answers[asked];
    if (asked === '/old') response.writeHead(301, { location: '/new' }).end();
    else if (asked === '/detour') response.writeHead(302, { location: '/alive' }).end();
    else if (asked === '/inside')
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else if (asked === '/gone') response.writeHead(410).end();
    else if (known === undefined) response.writeHead(404).end();
    else response.end(known.replaceAll('HOST', host.url));
  });
  const paths = ['alive', 'old', 'left', 'taken', 'silent', 'lately', 'known', 'html', 'inside'];
  const run = runsIn(temporaryFolder(), [
    ...[...paths, 'gone', 'missing', 'alive#again'].map((name) => `${host.url}/${name}`),
    'http://192.168.0.1/feed',
    'https://www.patreon.com/rss/show?auth=abc',
    'javascript:alert(1)',
  ]);
  const { text, added } = await run();
  const at = (name: string) => `${host.url}/${name}`;
  for (const line of [
    `alive   ${at('alive')}  Alive`,
    `alive   ${at('taken')}  Taken`,
    `moved   ${at('new')}  Moved  from ${at('old')}`,
    `moved   ${at('arrived')}  Left  from ${at('left')}`,
    `dead    ${at('html')}  web-page: There is no feed at this address any more.`,
    `dead    ${at('inside')}  forbidden-address: `,
    `dead    ${at('gone')}  gone: `,
    `dead    ${at('missing')}  http-status: `,
    'dead    http://192.168.0.1/feed  forbidden-address: ',
    'Of 12 feeds: 4 alive, 2 moved, 1 silent, 5 dead.',
    '1 private addresses of subscribers are left out.',
    '1 entries are no feeds on the web and are left out.',
    'New to ',
    ': 5; --add adds them. Of the others, 0 have an address that is listed already, 1 a title.',
  ])
    expect(text).toContain(line);
  expect(text).toMatch(
    /silent {2}\S+\/silent {2}Silent {2}newest episode: (no date|\d{4}-\d\d-\d\d)/,
  );
  expect(text).not.toContain('patreon');
  expect(added).toEqual([]);

  const again = await run(true);
  expect(again.text).toContain('Added to ');
  expect(again.added).toEqual(['alive', 'new', 'arrived', 'taken', 'lately'].map(at));
  expect((await run(true)).text).toContain('Nothing is new to ');
});

it('finds all sample podcasts alive, from a list at an address', async () => {
  const host = await startSampleHost({ port: 0 });
  onTestFinished(() => host.close());
  const folder = temporaryFolder();
  const list = path.join(folder, 'own.opml');
  writeFileSync(list, '<opml><body></body></opml>');
  const lines = [];
  const request = { memory: `file:${path.join(folder, 'verified.db')}`, list, add: true };
  const stderr = { write: () => true };
  for await (const line of verifyAnswers({ source: `${host.url}/feeds.opml`, ...request, stderr }))
    lines.push(line);
  expect(lines.at(-2)).toMatch(/^Of 17 feeds: 17 alive, 0 moved, 0 silent, 0 dead\./);
  expect(showsOfList(readFileSync(list, 'utf8'))).toHaveLength(17);
});

it('goes on where a run stopped: only feeds that were not read are fetched again', async () => {
  let isDown = true;
  const host = await startHost((asked, response) => {
    if (asked === '/b' && isDown) response.writeHead(503).end();
    else response.end(feed(asked.slice(1), 1));
  });
  const run = runsIn(
    temporaryFolder(),
    ['a', 'b', 'c'].map((name) => `${host.url}/${name}`),
  );
  expect((await run()).text).toContain('2 alive, 0 moved, 0 silent, 1 dead');
  host.asked.length = 0;
  isDown = false;
  expect((await run()).text).toContain('3 alive, 0 moved, 0 silent, 0 dead');
  expect(host.asked).toEqual(['/b']);
});

it('says so when no host can be reached', async () => {
  const host = await startHost((_, response) => response.socket?.destroy());
  const run = runsIn(temporaryFolder(), [`${host.url}/a`, `${host.url}/b`]);
  expect((await run()).text).toContain('No host answered: is this machine online?');
});

it('fetches four feeds of a host at a time, each once', async () => {
  const host = await startHost((asked, response) => {
    setTimeout(() => response.end(feed(`Show ${asked.slice(1)}`, 1)), 50);
  });
  const addresses = Array.from({ length: 30 }, (_, at) => `${host.url}/${at}`);
  const { text } = await runsIn(temporaryFolder(), addresses)();
  expect(text).toContain('30 alive');
  expect([host.asked.length, host.concurrent]).toEqual([30, 4]);
});

it('survives hostile feeds and hosts, and adds none that is broken', async () => {
  const files = readdirSync(HOSTILE).filter((name) => name !== 'INDEX.tsv');
  const host = await startHost((asked, response) => {
    const file = path.join(HOSTILE, path.basename(asked));
    if (existsSync(file)) response.end(readFileSync(file));
    else if (asked === '/loop') response.writeHead(301, { location: '/loop' }).end();
    else if (asked === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    else if (asked === '/short') response.writeHead(200, { 'content-length': '99' }).end('<rss');
    else if (asked === '/304') response.writeHead(304).end();
    else response.end(Buffer.alloc(70_000_000, ' '));
  });
  const names = [...files, 'loop', 'gzip', 'short', '304', 'huge'];
  const { text, added } = await runsIn(
    temporaryFolder(),
    names.map((name) => `${host.url}/${name}`),
  )(true);
  expect(text).toContain(`Of ${names.length} feeds: `);
  for (const broken of ['01-billion', '07-truncated', '10-html', '12-json', '13-zero', 'loop'])
    expect(text).toMatch(new RegExp(`^dead +http://\\S+/${broken}`, 'm'));
  for (const broken of ['gzip', 'short', '304', 'huge'])
    expect(text).toMatch(new RegExp(`^dead +http://\\S+/${broken} `, 'm'));
  // Control characters of a feed must not reach the terminal.
  expect(stripVTControlCharacters(text).replace(/\p{Cc}/gu, '')).toBe(text.replaceAll('\n', ''));
  expect(added.every((address) => !/01-|07-|10-|loop|huge/.test(address))).toBe(true);
});
