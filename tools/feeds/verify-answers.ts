import { offerShows } from './operator-list.ts';
import { type Verdict, type VerifiedFeed, verifyFeeds } from './verify-feeds.ts';

/** The last lines stay on the screen, so the ones to act on come last. */
const ORDER: readonly Verdict[] = ['alive', 'moved', 'silent', 'dead'];

interface Screen {
  write(text: string): unknown;
}

interface Request {
  source: string;
  memory: string;
  /** The operator's list. */
  list: string;
  add: boolean;
  stderr: Screen;
}

/** Fetches the feeds of a list once and prints how each is. With `add`, then adds the living to the operator's list. */
export async function* verifyAnswers(request: Request): AsyncGenerator<string> {
  const { source, memory, list, add, stderr } = request;
  const { feeds, leftOut } = await verifyFeeds({
    source,
    memory,
    now: Date.now(),
    onProgress: (done, all) => void stderr.write(`${done}/${all} fetched\n`),
  });
  const sorted = feeds.toSorted(
    (left, right) => ORDER.indexOf(left.verdict) - ORDER.indexOf(right.verdict),
  );
  for (const feed of sorted) yield feedLine(feed);
  const counts = ORDER.map(
    (verdict) => `${feeds.filter((feed) => feed.verdict === verdict).length} ${verdict}`,
  );
  yield `Of ${feeds.length} feeds: ${counts.join(', ')}. Dead ones are fetched again by the next run.`;
  if (feeds.length > 0 && feeds.every(({ detail }) => detail.startsWith('unreachable')))
    yield 'No host answered: is this machine online?';
  const { unread, isPrivate, later } = leftOut;
  if (unread > 0) yield `${unread} entries are no feeds on the web and are left out.`;
  if (isPrivate > 0) yield `${isPrivate} private addresses of subscribers are left out.`;
  if (later > 0) yield `${later} feeds are left for the next run.`;
  const living = feeds.filter(({ verdict }) => verdict === 'alive' || verdict === 'moved');
  yield offerShows(list, living, add);
}

function feedLine({ verdict, address, title, detail }: VerifiedFeed): string {
  return [verdict.padEnd(6), address, title, detail].filter((part) => part !== '').join('  ');
}
