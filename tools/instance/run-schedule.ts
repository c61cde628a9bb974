import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { shownPath } from '../processes/repository.ts';
import type { Instance } from './instance.ts';
import { LOOPBACK } from './ports.ts';

/**
 * Runs a scheduled function once by a POST to its trigger in the functions emulator. Returns the HTTP status.
 * Waits as long as the function runs; `fetch` would give up after five minutes.
 * @param jobName The Cloud Scheduler job's name, sent as a header.
 */
export async function runSchedule(run: Instance, name: string, jobName = ''): Promise<number> {
  const trigger = `functions/projects/${run.projectId}/triggers/${REGION}-${name}-0`;
  const posted = request(`http://${LOOPBACK}:${run.ports.functions}/${trigger}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cloudscheduler-jobname': jobName },
  });
  posted.end('{}');
  try {
    const [answer] = (await once(posted, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode ?? 0;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ExpectedFailure(
      `${name} ended without an answer (${why}): see ${shownPath(run.logFile)}.`,
      { cause },
    );
  }
}
