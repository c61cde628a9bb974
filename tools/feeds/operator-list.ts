import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { escapeUTF8 } from 'entities';
import { nextTag, type Tag } from '../../functions/src/feeds/read/feed-markup.ts';
import { plainLine } from '../../functions/src/feeds/read/plain-text.ts';
import { titleKey } from '../../functions/src/feeds/is-same-show.ts';
import {
  feedKey,
  listedAddress,
  listedSource,
  outlinesOfList,
} from '../../functions/src/refresh/feed-list.ts';
import { feedsAddress, feedsFolder, SHIPPED_FEEDS } from '../instance/settings.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { shownPath } from '../processes/repository.ts';

export interface ListedShow {
  title: string;
  address: string;
}

const MAX_TITLE_LENGTH = 300;

/** Returns the path of the operator's list. Throws an ExpectedFailure if `FEEDS` is an address. */
export function operatorListFile(
  settings: NodeJS.ProcessEnv,
  environment: NodeJS.ProcessEnv,
): string {
  const list = feedsAddress(settings['FEEDS'], feedsFolder(environment)) ?? SHIPPED_FEEDS;
  if (path.isAbsolute(list)) return list;
  throw new ExpectedFailure(
    `FEEDS is the address ${list}. This command changes only a list in a file.`,
  );
}

/** Returns the path as the operator would type it. */
export function shownList(file: string): string {
  const relative = shownPath(file);
  return relative.startsWith('..') ? file : relative;
}

export interface NewShows {
  shows: ListedShow[];
  /** How many were left out because the list, or an earlier one of them, has their address or title. */
  repeated: { byAddress: number; byTitle: number };
}

/** Returns the shows that neither the list nor an earlier one of them has, by address or title. */
export function newShows(listed: Iterable<ListedShow>, found: Iterable<ListedShow>): NewShows {
  const addresses = new Set<string>();
  const titles = new Set<string>();
  const note = ({ address, title }: ListedShow) => {
    addresses.add(addressKey(address));
    titles.add(titleKey(title));
  };
  for (const show of listed) note(show);
  titles.delete('');
  const result: NewShows = { shows: [], repeated: { byAddress: 0, byTitle: 0 } };
  for (const show of found) {
    if (addresses.has(addressKey(show.address))) result.repeated.byAddress += 1;
    else if (titles.has(titleKey(show.title))) result.repeated.byTitle += 1;
    else {
      result.shows.push(show);
      note(show);
      titles.delete('');
    }
  }
  return result;
}

/** Ignores what rarely leads to another feed: the scheme, `www.` and a slash at the end. */
function addressKey(address: string): string {
  const written = listedAddress(address);
  if (!URL.canParse(written)) return written;
  const { host, pathname, search } = new URL(written);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}`;
}

/** Throws a sentence if the text is not OPML. */
export function showsOfList(opml: string): ListedShow[] {
  return [...outlinesOfList(opml)].map(({ title, address }) => ({ title, address }));
}

/** Adds shows behind the others, and changes nothing else. Throws a sentence if the list has no body. */
export function withShows(opml: string, shows: readonly ListedShow[]): string {
  let end: Tag | undefined;
  for (let tag = nextTag(opml, 0); ; tag = nextTag(opml, tag.end)) {
    if (tag.kind !== 'tag') break;
    if (tag.closes && !tag.opens && /^body$/i.test(tag.name)) end = tag;
  }
  if (end === undefined) throw new Error('The list has no body to which shows could be added.');
  const at = opml.lastIndexOf('\n', end.start) + 1;
  const isOwnLine = opml.slice(at, end.start).trim() === '';
  const before = isOwnLine ? opml.slice(0, at) : `${opml.slice(0, end.start)}\n`;
  const outlines = shows.map((show) => `    ${outline(show)}\n`).join('');
  return `${before}${outlines}${opml.slice(isOwnLine ? at : end.start)}`;
}

function outline({ title, address }: ListedShow): string {
  const name = escapeUTF8(plainLine(title, MAX_TITLE_LENGTH) || address);
  return `<outline type="rss" text="${name}" title="${name}" xmlUrl="${escapeUTF8(address)}"/>`;
}

/**
 * Removes the outlines of these feeds, with their lines, and changes nothing else. An outline that has others inside
 * stays.
 * @param keys Addresses, or paths for files, as the catalogue has them.
 */
export function withoutFeeds(
  opml: string,
  keys: ReadonlySet<string>,
  folder: string,
): { opml: string; removed: string[] } {
  const removed: string[] = [];
  let kept = '';
  let from = 0;
  for (const { address, tag } of outlinesOfList(opml)) {
    const source = listedSource(address, folder);
    const end = source !== null && keys.has(feedKey(source)) ? endOf(opml, tag) : null;
    if (source === null || end === null) continue;
    removed.push(feedKey(source));
    const line = opml.lastIndexOf('\n', tag.start) + 1;
    const next = opml.indexOf('\n', end);
    const isOwnLine =
      line >= from &&
      opml.slice(line, tag.start).trim() === '' &&
      opml.slice(end, next === -1 ? undefined : next).trim() === '';
    kept += opml.slice(from, isOwnLine ? line : tag.start);
    from = isOwnLine && next !== -1 ? next + 1 : end;
  }
  return { opml: kept + opml.slice(from), removed };
}

/** Returns the end of the outline, null if it has others inside. */
function endOf(opml: string, tag: Tag): number | null {
  if (tag.closes) return tag.end;
  const next = nextTag(opml, tag.end);
  return next.kind === 'tag' && next.closes && !next.opens ? next.end : null;
}

/** Throws a sentence if the file is missing or not UTF-8. Keeps a byte order mark. */
export function readList(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new ExpectedFailure(`${file} is not UTF-8.`);
    throw error;
  }
}

/** Replaces the file as a whole. A link to it stays. */
export function changeList(file: string, change: (opml: string) => string): void {
  const target = realpathSync(file);
  const changed = change(readList(target));
  const written = `${target}.${process.pid}.new`;
  writeFileSync(written, changed, { mode: statSync(target).mode });
  renameSync(written, target);
}

/** Says which shows are new to the list. With `add`, adds them. */
export function offerShows(list: string, found: readonly ListedShow[], add: boolean): string {
  const name = shownList(list);
  const { shows, repeated } = newShows(showsOfList(readList(list)), found);
  const { byAddress, byTitle } = repeated;
  const skipped = `${byAddress} have an address that is listed already, ${byTitle} a title.`;
  if (shows.length === 0) return `Nothing is new to ${name}: ${skipped}`;
  if (!add) return `New to ${name}: ${shows.length}; --add adds them. Of the others, ${skipped}`;
  changeList(list, (opml) => withShows(opml, newShows(showsOfList(opml), shows).shows));
  return `Added to ${name}: ${shows.length}. Of the others, ${skipped} ${FOLLOWED_LATER}`;
}

export const FOLLOWED_LATER =
  'A local run follows the changed list with its next refresh, a deployed one after npm run deploy.';
