import { setTimeout as delay } from 'node:timers/promises';
import { ExpectedFailure } from './expected-failure.ts';

const ANSWER_WITHIN_MS = 60_000;
const PROBE_EVERY_MS = 200;
/** Even at twenty times the load that a machine can handle, no start was silent for half of this time. */
const STILL_MS = 5 * 60_000;

/** Polls until `isTrue`. Throws an ExpectedFailure if `signOfLife` has not changed for five minutes. */
export async function untilTrue(
  what: string,
  isTrue: () => Promise<boolean>,
  signOfLife: () => string = () => '',
): Promise<void> {
  let [seen, seenAtMs] = [signOfLife(), Date.now()];
  while (!(await isTrue())) {
    const sign = signOfLife();
    if (sign !== seen) [seen, seenAtMs] = [sign, Date.now()];
    if (Date.now() - seenAtMs > STILL_MS) {
      throw new ExpectedFailure(`${what} did not answer, and nothing moved for five minutes.`);
    }
    await delay(PROBE_EVERY_MS);
  }
}

/** Polls the URL until `wanted` accepts a response; see {@link untilTrue}. */
export function untilAnswers(
  url: string,
  wanted: (answer: Response) => boolean = ({ ok }) => ok,
): Promise<void> {
  return untilTrue(url, async () => {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      await answer.arrayBuffer();
      return wanted(answer);
    } catch {
      return false;
    }
  });
}
