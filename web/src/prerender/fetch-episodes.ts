import { setTimeout as delay } from 'node:timers/promises';
import { type Episode, readSearchAnswer } from 'functions/contract';

/** Five pages of results; the rest is a search away, and the page stays light. */
const EPISODES_A_PAGE = 50;
/** How long to wait when a backend that is asked too often does not say. */
const DEFAULT_RETRY_AFTER_S = 5;
const LONGEST_RETRY_AFTER_S = 60;

/** An answer, or how long to wait before asking again. */
type Answer = { episodes: Episode[] } | { waitMs: number };

/**
 * The newest episodes that mention any of the keywords, at most 50, asked for as a page would.
 * Waits as long as a backend that is asked too often wants it to. Rejects when the answer is a
 * failure, takes longer than `answerWithinMs`, or the signal aborts.
 */
export async function fetchEpisodes(
  backend: string,
  keywords: readonly string[],
  signal: AbortSignal,
  answerWithinMs = 15_000,
): Promise<Episode[]> {
  const body = JSON.stringify({ keywords, language: 'English' });
  for (;;) {
    const answer = await withinTime(answerWithinMs, signal, (ending) => ask(backend, body, ending));
    if ('episodes' in answer) return answer.episodes;
    await delay(answer.waitMs, undefined, { signal });
  }
}

async function ask(backend: string, body: string, signal: AbortSignal): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${backend}/search`, { method: 'POST', headers, body, signal });
  if (response.ok) {
    const { episodes } = readSearchAnswer(await response.json());
    return { episodes: episodes.slice(0, EPISODES_A_PAGE) };
  }
  await response.body?.cancel();
  if (response.status !== 429) throw new Error(`${response.status} ${response.statusText}`);
  return { waitMs: retryAfterMs(response.headers.get('retry-after')) };
}

/**
 * Does work whose signal aborts with its parent, or when the time is up. `AbortSignal.any` with
 * `AbortSignal.timeout` would not do: Node 20 may collect the time-out as garbage before it fires.
 */
async function withinTime<T>(
  timeoutMs: number,
  parent: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  parent.throwIfAborted();
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  parent.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener('abort', follow);
  }
}

/** The search of this product names seconds; of the dates that HTTP allows as well, nothing is read. */
function retryAfterMs(header: string | null): number {
  const seconds = Number(header ?? DEFAULT_RETRY_AFTER_S);
  const asked = Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_RETRY_AFTER_S;
  return Math.min(asked, LONGEST_RETRY_AFTER_S) * 1000;
}
