import type { WritableCatalogue } from '../../functions/src/catalogue/catalogue.ts';
import { feedKey, type FeedSource, loadFeedList } from '../../functions/src/refresh/feed-list.ts';
import { isLoopbackHost } from '../../functions/src/feeds/fetch/public-host.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { refreshCatalogue } from '../../functions/src/refresh/refresh-catalogue.ts';
import { webFetchers } from '../../functions/src/refresh/fetchers.ts';
import { updateCatalogue } from '../../functions/src/catalogue/file/update-catalogue.ts';
import { duration } from '../status/status-text.ts';
import { readCatalogue } from './shown-catalogue.ts';
import { stripVTControlCharacters } from 'node:util';
import type { FeedReport } from '../../functions/src/refresh/refresh-feed.ts';
import type { FileReport } from '../../functions/src/refresh/read-attachments.ts';
import { deadFeeds } from '../../functions/src/catalogue/queue/dead-feeds.ts';
import { feedQueue } from '../../functions/src/catalogue/queue/feed-queue.ts';
import { catalogueSize } from '../../functions/src/catalogue/store/feed-room.ts';
import { countLeftOut, countStates } from '../../functions/src/catalogue/queue/feed-state.ts';

/** Allows loopback addresses, because the command runs on the operator's machine. Refuses private networks. */
const access = webFetchers(isLoopbackHost);

interface Screen {
  write(text: string): unknown;
}

interface Load {
  /** Paths or URLs of OPML lists and feeds. */
  sources: readonly string[];
  catalogue: string;
  stdout: Screen;
  stderr: Screen;
}

/** Loads feeds into the catalogue. An unreadable source does not stop the others. Returns the exit code. */
export async function loadFeeds(load: Load): Promise<number> {
  const { sources, stdout, stderr } = load;
  let exitCode = 0;
  const complain = (error: unknown) => {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    exitCode = 1;
  };
  const say = (text: string) => void stdout.write(`${text}\n`);
  const feeds = await listedFeeds(sources, say, complain);
  if (feeds.length > 0 && !(await refresh(feeds, load, say))) exitCode = 1;
  return exitCode;
}

async function listedFeeds(
  sources: readonly string[],
  say: (text: string) => void,
  complain: (error: unknown) => void,
): Promise<FeedSource[]> {
  const now = Date.now();
  const feeds = new Map<string, FeedSource>();
  for (const source of sources) {
    try {
      const list = await loadFeedList(source, access.feeds, now);
      for (const feed of list.feeds) feeds.set(feedKey(feed), feed);
      if (list.leftOut > 0) {
        say(`${source}: ${list.leftOut} entries are no feeds on the web and are left out.`);
      }
    } catch (error) {
      complain(error);
    }
  }
  return [...feeds.values()];
}

export function queueText(catalogueUrl: string): Promise<string> {
  return readCatalogue(catalogueUrl, async (catalogue) => {
    const { feeds, due, lateMs } = await catalogue.read(() => feedQueue(Date.now()));
    const waiting = due === 0 ? 'none is due' : `${due} due, the first for ${duration(lateMs)}`;
    const { followers, blocked } = await catalogue.read(countStates);
    const left = await catalogue.read(countLeftOut);
    const { dead } = await catalogue.read(deadFeeds);
    const { episodes, growsUntil } = await catalogue.read(() => catalogueSize());
    return [
      `${feeds} feeds are asked when they are due: ${waiting}.`,
      `For their followers alone: ${followers}, blocked: ${blocked}.`,
      `Episodes: ${episodes}. From ${growsUntil.episodes} on, shows that only people added stop growing.`,
      ...(dead.length === 0
        ? []
        : [`${dead.length} feeds of your list failed for a week or longer; --dead lists them.`]),
      ...(left.feeds === 0
        ? []
        : [`Limits left out ${left.items} items of ${left.feeds} feeds; --largest lists them.`]),
    ].join('\n');
  });
}

/** Prints a report. Returns false if all feeds failed. */
async function refresh(
  feeds: readonly FeedSource[],
  { catalogue: url, stderr }: Load,
  say: (text: string) => void,
): Promise<boolean> {
  const load = (catalogue: WritableCatalogue) =>
    refreshCatalogue({
      ...access.feeds,
      catalogue,
      feeds,
      now: Date.now(),
      force: true,
      transcripts: access.transcripts,
      readFeed,
      onProgress: ({ feed }, done) => void stderr.write(`${done}/${feeds.length} ${feed}\n`),
    });
  const summary = await updateCatalogue(url, (catalogue) =>
    load(catalogue).catch((error: unknown) => {
      if (!catalogue.isDamaged(error)) throw error;
      say('The catalogue was damaged. It is put aside as *.corrupt, and a new one begun.');
      catalogue.startAnew();
      return load(catalogue);
    }),
  );
  say(feedTable(summary.reports));
  for (const line of [
    fileLine('Transcripts', summary.transcripts),
    fileLine('Files of chapters', summary.chapters),
  ]) {
    if (line !== null) say(line);
  }
  return summary.failed < summary.reports.length;
}

const MAX_NAME_LENGTH = 60;

/** Keeps the end of a long URL, because feeds of one host differ at the end. */
function shortened(name: string): string {
  const plain = stripVTControlCharacters(name);
  return plain.length <= MAX_NAME_LENGTH ? plain : `…${plain.slice(1 - MAX_NAME_LENGTH)}`;
}

/** Formats the sum and the reasons, such as `3 (2 no-title, 1 repeated)`. */
function countsText(counts: Record<string, number>): string {
  const reasons = Object.entries(counts).filter(([, count]) => count > 0);
  const sum = reasons.reduce((total, [, count]) => total + count, 0);
  if (sum === 0) return '0';
  return `${sum} (${reasons.map(([reason, count]) => `${count} ${reason}`).join(', ')})`;
}

function outcomeText({ status, isCut, code, message }: FeedReport): string {
  if (isCut) return `${status}: too large, only its first and last items were read`;
  return status === 'failed' ? `failed: ${code ?? ''} ${message ?? ''}`.trim() : status;
}

function feedTable(reports: readonly FeedReport[]): string {
  const sum = (key: 'new' | 'updated') =>
    reports.reduce((total, report) => total + report[key], 0).toString();
  const refreshed = reports.filter(({ status }) => status !== 'failed').length;
  const rows = [
    ['feed', 'new', 'updated', 'dropped', 'not read', 'status'],
    ...reports.map((report) => [
      shortened(report.feed),
      `${report.new}`,
      `${report.updated}`,
      countsText(report.dropped),
      countsText(report.unread),
      outcomeText(report),
    ]),
    [`${refreshed} of ${reports.length} feeds`, sum('new'), sum('updated'), '', '', ''],
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns a line about transcript or chapter files, null if no file was due. */
function fileLine(kind: string, { due, read, refused }: FileReport): string | null {
  if (due === 0) return null;
  const reasons = Object.entries(refused).sort(([, left], [, right]) => right - left);
  const failed = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.map(([code, count]) => `${count} ${code}`).join(', ');
  const later = due - read - failed;
  return [
    `${kind}: ${due} found`,
    `${read} read`,
    `${failed} not read${failed === 0 ? '' : ` (${why}), tried again later`}`,
    ...(later === 0 ? [] : [`${later} left for the next time`]),
  ].join(', ');
}
