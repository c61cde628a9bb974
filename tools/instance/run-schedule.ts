import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { HealthResponse } from '../../functions/src/contract/index.ts';
import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { shownPath } from '../processes/repository.ts';
import type { Instance } from './instance.ts';
import { LOOPBACK } from './ports.ts';
import { readHealth } from './running-stack.ts';

interface RunOptions {
  jobName?: string;
  /** Default: none, whereas `fetch` would give up after five minutes. */
  timeoutMs?: number;
}

/** Runs a scheduled function once through its trigger in the functions emulator. Returns the HTTP status. */
export async function runSchedule(
  run: Instance,
  name: string,
  { jobName = '', timeoutMs }: RunOptions = {},
): Promise<number> {
  const trigger = `functions/projects/${run.projectId}/triggers/${REGION}-${name}-0`;
  const timeout = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const posted = request(`http://${LOOPBACK}:${run.ports.functions}/${trigger}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cloudscheduler-jobname': jobName },
    ...(timeout && { signal: timeout }),
  });
  posted.end('{}');
  try {
    const [answer] = (await once(posted, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode ?? 0;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const problem = timeout?.aborted
      ? `${name} did not end within ${(timeoutMs ?? 0) / 1000} seconds, and may still be running`
      : `${name} ended without an answer (${reason})`;
    throw new ExpectedFailure(`${problem}: see ${shownPath(run.logFile)}.`, { cause });
  }
}

type Contents = Pick<HealthResponse, 'episodes' | 'podcasts'>;

export async function refreshCatalogue(run: Instance): Promise<Contents> {
  const status = await runSchedule(run, 'refreshCatalogue');
  if (status !== 200) {
    throw new ExpectedFailure(`Refreshing the catalogue failed with HTTP status ${status}.`);
  }
  const health = await readHealth(run);
  if (!health)
    throw new ExpectedFailure('The catalogue was refreshed, but health does not answer.');
  return health;
}

export function contentsText({ episodes, podcasts }: Contents): string {
  const count = (number: number, noun: string) =>
    `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
  return `${count(episodes, 'episode')} from ${count(podcasts, 'podcast')}`;
}
