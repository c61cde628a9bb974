import path from 'node:path';
import { DAY_MS } from '../../functions/src/contract/index.ts';
import { deadFeeds, type DeadFeed } from '../../functions/src/catalogue/queue/dead-feeds.ts';
import { feedKey, listedSource } from '../../functions/src/refresh/feed-list.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import {
  changeList,
  FOLLOWED_LATER,
  readList,
  shownList,
  showsOfList,
  withoutFeeds,
} from './operator-list.ts';
import { plain, readCatalogue } from './shown-catalogue.ts';

/** So that the list fits on one screen. */
const MAX_SHOWN = 30;
const MAX_TITLE_LENGTH = 40;

/** Lists the feeds that failed for a week. With `remove`, then removes from the list what it has shown. */
export async function* deadAnswers(
  catalogueUrl: string,
  list: string,
  remove: boolean,
): AsyncGenerator<string> {
  const { dead, failing } = await readCatalogue(catalogueUrl, (catalogue) =>
    catalogue.read(deadFeeds),
  );
  const name = shownList(list);
  if (failing > 0)
    yield `${failing} feeds fail for less than a week; --verify ${name} fetches all of the list now.`;
  if (dead.length === 0) {
    yield 'No feed failed for a week or longer.';
    return;
  }
  const shown = dead.slice(0, MAX_SHOWN);
  const titles = titlesOf(list);
  yield `${dead.length} feeds failed for a week or longer:`;
  yield shown.map((feed) => feedLine(feed, titles.get(feed.url) ?? '')).join('\n');
  if (dead.length > shown.length) yield `And ${dead.length - shown.length} more.`;
  yield remove
    ? removed(list, new Set(shown.map(({ url }) => url)))
    : `Remove one from ${name}: npm run feeds -- --remove <address>. These ${shown.length}: npm run feeds -- --remove-dead`;
}

function feedLine({ url, code, failingMs, newestAtMs, ...feed }: DeadFeed, listed: string): string {
  const newest =
    newestAtMs === null ? 'none read' : new Date(newestAtMs).toISOString().slice(0, 10);
  const title = plain(feed.title || listed).slice(0, MAX_TITLE_LENGTH);
  const days = String(Math.floor(failingMs / DAY_MS)).padStart(4);
  return `${days} days  ${code.padEnd(14)}  newest episode ${newest.padEnd(10)}  ${url}  ${title}`;
}

function titlesOf(list: string): Map<string, string> {
  const folder = path.dirname(list);
  return new Map(
    showsOfList(readList(list)).flatMap(({ title, address }) => {
      const source = listedSource(address, folder);
      return source === null ? [] : [[feedKey(source), title]];
    }),
  );
}

/** Removes one feed from the list. Throws an ExpectedFailure if the list does not have it. */
export function removedFeed(list: string, address: string): string {
  const source = listedSource(address, path.dirname(list));
  return removed(list, new Set([source === null ? address : feedKey(source)]));
}

function removed(list: string, keys: ReadonlySet<string>): string {
  const name = shownList(list);
  let gone: readonly string[] = [];
  changeList(list, (opml) => {
    const changed = withoutFeeds(opml, keys, path.dirname(list));
    gone = changed.removed;
    if (gone.length > 0) return changed.opml;
    throw new ExpectedFailure(`${name} has no entry of its own for ${[...keys].join(', ')}.`);
  });
  const others = [...keys].filter((key) => !gone.includes(key));
  return [
    ...others.map((key) => `Not in ${name}, or with others inside: ${key}`),
    `Removed from ${name}: ${new Set(gone).size}. ${FOLLOWED_LATER}`,
  ].join('\n');
}
