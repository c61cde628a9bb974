/** `X-CloudScheduler-JobName` of runs that `npm run alerts` starts. */
export const MANUAL_RUN_JOB = 'everyone-is-due';

export function isManualRun(jobName: string | undefined, emulated: boolean): boolean {
  return emulated && jobName === MANUAL_RUN_JOB;
}
