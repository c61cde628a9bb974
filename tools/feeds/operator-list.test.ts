import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPrivateFeed } from '../../functions/src/feeds/private-feed.ts';
import { webUrl } from '../../functions/src/contract/index.ts';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { SHIPPED_FEEDS } from '../instance/settings.ts';
import { REPOSITORY } from '../processes/repository.ts';
import {
  changeList,
  newShows,
  operatorListFile,
  readList,
  showsOfList,
  withoutFeeds,
  withShows,
} from './operator-list.ts';

const show = (title: string, address: string) => ({ title, address });

describe('the list that is shipped', () => {
  const shows = showsOfList(readList(SHIPPED_FEEDS));

  it('has public addresses and titles, and no show twice', () => {
    expect(shows.length).toBeGreaterThan(300);
    expect(shows.filter(({ address }) => webUrl(address) === null)).toEqual([]);
    expect(shows.filter(({ address }) => isPrivateFeed(address))).toEqual([]);
    expect(shows.filter(({ title }) => title.trim() !== title || title === '')).toEqual([]);
    expect(newShows([], shows)).toEqual({ shows, repeated: { byAddress: 0, byTitle: 0 } });
  });

  it('has as many shows as the guides say', () => {
    const guides = ['README.md', 'docs/operating.md'].map((file) =>
      readFileSync(path.join(REPOSITORY, file), 'utf8'),
    );
    const named = guides.flatMap((text) =>
      [...text.matchAll(/(\d+)\s(?:real\s)?podcasts/g)].map(([, count]) => Number(count)),
    );
    expect(named).toEqual([shows.length, shows.length]);
  });
});

describe('new shows', () => {
  it('leaves out those whose address or title is listed or repeated', () => {
    const listed = [show('The AI Show', 'https://www.a.example/feed/'), show('', 'b.xml')];
    const found = [
      show('Another name', 'http://a.example/feed'),
      show('the ai-show!', 'https://moved.example/feed'),
      show('', 'https://c.example/x?id=1'),
      show('', 'https://c.example/x?id=2'),
      show('', 'https://c.example/x?id=2#top'),
      show('New', 'https://d.example/'),
      show('NEW', 'https://e.example/'),
    ];
    expect(newShows(listed, found)).toEqual({
      shows: [found[2], found[3], found[5]],
      repeated: { byAddress: 2, byTitle: 2 },
    });
  });
});

const LIST = `<?xml version="1.0"?>
<opml version="2.0">
  <!-- </body> kept -->
  <body>
    <outline text="Group">
      <outline text="A" xmlUrl="https://a.example/feed"/>
      <outline text="B" xmlUrl="https://b.example/feed?x=1&amp;y=2"></outline>
    </outline>
    <outline text="C" xmlUrl="feeds/c.xml"/><outline text="D" xmlUrl="https://d.example/"/>
    <outline text="E" xmlUrl="https://e.example/">
      <outline text="F" xmlUrl="https://f.example/"/>
    </outline>
  </body>
</opml>
`;

describe('a list in a file', () => {
  it('adds shows behind the others, and nothing else changes', () => {
    const added = withShows(LIST, [
      show('“Q” & <b>A</b>\n"now"\u0007', 'https://q.example/?a=1&b="2"'),
      show('', 'https://r.example/'),
    ]);
    expect(added.replace(/^ {4}<outline type="rss".*\n/gm, '')).toBe(LIST);
    expect(showsOfList(added).slice(-2)).toEqual([
      show('“Q” & A "now"', 'https://q.example/?a=1&b="2"'),
      show('https://r.example/', 'https://r.example/'),
    ]);
    expect(
      showsOfList(withShows('<opml><body></body></opml>', [show('X', 'https://x.example/')])),
    ).toEqual([show('X', 'https://x.example/')]);
    expect(() => withShows('<opml></opml>', [])).toThrow('no body');
  });

  it('removes the outlines of feeds, with their lines, and nothing else changes', () => {
    const keys = new Set([
      'https://b.example/feed?x=1&y=2',
      '/lists/feeds/c.xml',
      'https://e.example/',
      'https://f.example/',
      'https://unknown.example/',
    ]);
    const { opml, removed } = withoutFeeds(LIST, keys, '/lists');
    expect(removed).toEqual([
      'https://b.example/feed?x=1&y=2',
      '/lists/feeds/c.xml',
      'https://f.example/',
    ]);
    const lines = LIST.split('\n').filter((line) => !/"[BF]"/.test(line));
    expect(opml).toBe(lines.join('\n').replace('<outline text="C" xmlUrl="feeds/c.xml"/>', ''));
  });

  it('replaces the file as a whole, through a link, and refuses one that is not UTF-8', () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'own'));
    const file = path.join(folder, 'own', 'list.opml');
    const link = path.join(folder, 'list.opml');
    writeFileSync(file, `\ufeff${LIST}`);
    symlinkSync(file, link);
    changeList(link, (opml) => withShows(opml, [show('G', 'https://g.example/')]));
    expect(readFileSync(file, 'utf8')).toMatch(/^\ufeff<\?xml[^]*g\.example/);
    expect(readdirSync(path.join(folder, 'own'))).toEqual(['list.opml']);
    expect(() =>
      changeList(link, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    writeFileSync(file, Buffer.from([0x3c, 0xe9]));
    expect(() => changeList(link, (opml) => opml)).toThrow('is not UTF-8');
    expect(readFileSync(file)).toEqual(Buffer.from([0x3c, 0xe9]));
  });

  it('finds the shipped list, or FEEDS if that is a file', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'mine.opml');
    writeFileSync(file, LIST);
    expect(operatorListFile({}, {})).toBe(SHIPPED_FEEDS);
    expect(operatorListFile({ FEEDS: file }, {})).toBe(file);
    expect(() => operatorListFile({ FEEDS: 'https://x.example/list' }, {})).toThrow(
      'FEEDS is the address https://x.example/list.',
    );
  });
});
