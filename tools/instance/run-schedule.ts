import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { LOOPBACK } from './ports.ts';
import type { Instance } from './instance.ts';

/**
 * Runs a scheduled function once, here and now, and returns the HTTP status it ended with: the
 * functions emulator runs one when its trigger is posted to.
 * @param jobName What Cloud Scheduler would call the job.
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
