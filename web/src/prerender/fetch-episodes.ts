import { setTimeout as delay } from 'node:timers/promises';
import { type Episode, readSearchAnswer } from 'functions/contract';

/** Five pages of results; the rest is a search away, and the page stays light. */
const EPISODES_A_PAGE = 50;
const ANSWER_WITHIN_MS = 15_000;
/** The wait a refusal for too many searches asks for where it does not say. */
const DEFAULT_RETRY_AFTER_S = 5;
const LONGEST_RETRY_AFTER_S = 60;

/**
 * The newest episodes that mention any of the keywords, at most 50, asked for as a page would.
 * Waits as long as a backend that is asked too often wants it to. Rejects when the answer is a
 * failure or the signal aborts.
 */
export async function fetchEpisodes(
  backend: string,
  keywords: readonly string[],
  signal: AbortSignal,
): Promise<Episode[]> {
  for (;;) {
    const response = await fetch(`${backend}/search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ keywords, language: 'English' }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    if (response.ok) {
      const { episodes } = readSearchAnswer(await response.json());
      return episodes.slice(0, EPISODES_A_PAGE);
    }
    await response.body?.cancel();
    if (response.status !== 429) throw new Error(`${response.status} ${response.statusText}`);
    await delay(retryAfterMs(response.headers.get('retry-after')), undefined, { signal });
  }
}

function retryAfterMs(header: string | null): number {
  const seconds = Number(header ?? DEFAULT_RETRY_AFTER_S);
  const asked = Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_RETRY_AFTER_S;
  return Math.min(asked, LONGEST_RETRY_AFTER_S) * 1000;
}
