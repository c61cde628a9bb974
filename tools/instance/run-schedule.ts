import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { LOOPBACK } from './ports.ts';
import type { Instance } from './instance.ts';

/**
 * Runs a scheduled function once by a POST to its trigger in the functions emulator. Returns the HTTP status.
 * @param jobName The Cloud Scheduler job's name, sent as a header.
 */
export async function runSchedule(run: Instance, name: string, jobName = ''): Promise<number> {
  const trigger = `functions/projects/${run.projectId}/triggers/${REGION}-${name}-0`;
  const answer = await fetch(`http://${LOOPBACK}:${run.ports.functions}/${trigger}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cloudscheduler-jobname': jobName },
    body: '{}',
  });
  await answer.arrayBuffer();
  return answer.status;
}
