import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { functionsUrl, projectId } from './stack.ts';

/** Runs a scheduled function once, now; throws when it fails. `jobName` is what its scheduler would call it. */
export async function runSchedule(name: string, jobName = ''): Promise<void> {
  const trigger = `functions/projects/${projectId()}/triggers/${REGION}-${name}-0`;
  const answer = await fetch(`${functionsUrl()}/${trigger}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cloudscheduler-jobname': jobName },
    body: '{}',
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${said}`);
}
