import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { functionsUrl, projectId } from './stack.ts';

/** @param jobName The name of the Cloud Scheduler job, which is sent as a header. */
export async function runSchedule(name: string, jobName = ''): Promise<number> {
  const trigger = `functions/projects/${projectId()}/triggers/${REGION}-${name}-0`;
  const answer = await fetch(`${functionsUrl()}/${trigger}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cloudscheduler-jobname': jobName },
    body: '{}',
  });
  await answer.arrayBuffer();
  return answer.status;
}
