import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { functionsUrl, projectId } from './stack.ts';

/**
 * Runs a scheduled function once, now; answers with the status of the call.
 * @param jobName What its scheduler would call it.
 */
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
