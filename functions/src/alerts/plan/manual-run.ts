/** Value of `X-CloudScheduler-JobName` in runs that `npm run alerts` starts. */
export const MANUAL_RUN_JOB = 'everyone-is-due';

/** True if everyone counts as due: only for `npm run alerts`, and only with the emulators. */
export function isManualRun(jobName: string | undefined, emulated: boolean): boolean {
  return emulated && jobName === MANUAL_RUN_JOB;
}
