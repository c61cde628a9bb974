import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { updateCatalogue } from '../../functions/src/catalogue/file/update-catalogue.ts';
import { listFeeds } from '../../functions/src/catalogue/queue/feed-queue.ts';
import { recordFetch } from '../../functions/src/catalogue/store/feeds.ts';
import { fetchRecord } from '../../functions/src/catalogue/testing/test-catalogue.ts';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { deadAnswers, removedFeed } from './dead-feeds.ts';
import { queueText } from './load-feeds.ts';

const urlOf = (name: string | number) => `https://${name}.example/feed`;

async function listWith(failures: Record<string, number>): Promise<{ url: string; list: string }> {
  const folder = temporaryFolder();
  const list = path.join(folder, 'list.opml');
  const names = Object.keys(failures);
  const outlines = names.map(
    (name) => `<outline text="Show \u001b[31m${name}" xmlUrl="${urlOf(name)}"/>\n`,
  );
  writeFileSync(list, `<opml version="2.0"><body>\n${outlines.join('')}</body></opml>`);
  const url = `file:${path.join(folder, 'catalogue.db')}`;
  await updateCatalogue(url, async (catalogue) => {
    await catalogue.write(() =>
      listFeeds(
        names.map((name) => ({ url: urlOf(name), host: '' })),
        1,
      ),
    );
    for (const [name, count] of Object.entries(failures))
      await catalogue.write(() =>
        recordFetch(urlOf(name), fetchRecord({ failures: count, failure: 'http-status' })),
      );
  });
  return { url, list };
}

async function answersOf(url: string, list: string, remove: boolean): Promise<string> {
  const answers = [];
  for await (const answer of deadAnswers(url, list, remove)) answers.push(answer);
  return answers.join('\n');
}

describe('dead feeds', () => {
  it('lists dead feeds, and removes from the list what it has listed', async () => {
    const { url, list } = await listWith({ a: 0, b: 22, c: 2, d: 40 });
    const before = readFileSync(list, 'utf8');
    const listed = await answersOf(url, list, false);
    expect(listed).toMatch(
      /^1 feeds fail .*\n2 feeds failed for a week or longer:\n +64 days +http-status +newest episode none read +https:\/\/d\.example\/feed +Show d\n +10 days .*Show b\nRemove one/,
    );
    expect(readFileSync(list, 'utf8')).toBe(before);
    expect(await queueText(url)).toContain(
      '2 feeds of your list failed for a week or longer; --dead lists them.',
    );
    expect(await answersOf(url, list, true)).toContain('Removed from');
    expect(readFileSync(list, 'utf8').match(/https:\S+feed/g)).toEqual([urlOf('a'), urlOf('c')]);
    await expect(answersOf(url, list, true)).rejects.toThrow('has no entry of its own');
  });

  it('removes no feed that it has not shown', async () => {
    const names = Array.from({ length: 40 }, (_, at) => [`show${at}`, 30]);
    const { url, list } = await listWith(Object.fromEntries(names) as Record<string, number>);
    const text = await answersOf(url, list, true);
    expect(text).toContain('And 10 more.');
    expect(text.split('\n').length).toBeLessThan(40);
    expect(readFileSync(list, 'utf8').match(/xmlUrl/g)).toHaveLength(10);
  });

  it('finds nothing without failures, and removes one feed by its address', async () => {
    const { url, list } = await listWith({ a: 0, b: 1 });
    expect(await answersOf(url, list, true)).toContain('No feed failed for a week or longer.');
    expect(removedFeed(list, urlOf('b'))).toMatch(/^Removed from .*list\.opml: 1\./);
    expect(() => removedFeed(list, urlOf('b'))).toThrow(`no entry of its own for ${urlOf('b')}`);
    expect(readFileSync(list, 'utf8')).toContain(urlOf('a'));
  });
});
