import { setTimeout as delay } from 'node:timers/promises';
import { ExpectedFailure } from './expected-failure.ts';

const WITHIN_MS = 60_000;
const PROBE_EVERY_MS = 100;

/** Polls the URL until `wanted` accepts a response. Throws an ExpectedFailure after a minute. */
export async function untilAnswers(
  url: string,
  wanted: (answer: Response) => boolean = ({ ok }) => ok,
): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!(await answers(url, wanted))) {
    if (Date.now() > deadline) throw new ExpectedFailure(`${url} did not answer within a minute.`);
    await delay(PROBE_EVERY_MS);
  }
}

async function answers(url: string, wanted: (answer: Response) => boolean): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    await answer.arrayBuffer();
    return wanted(answer);
  } catch {
    return false;
  }
}
