/** Name under which a local command runs the schedule; in its `X-CloudScheduler-JobName`. */
export const MANUAL_RUN_JOB = 'everyone-is-due';

/**
 * Whether a run of the schedule counts everybody as due, whatever their hour: only for the command
 * `npm run alerts`, and only under the emulators.
 */
export function isManualRun(jobName: string | undefined, emulated: boolean): boolean {
  return emulated && jobName === MANUAL_RUN_JOB;
}
