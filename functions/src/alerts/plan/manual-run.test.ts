import { expect, test } from 'vitest';
import { MANUAL_RUN_JOB, isManualRun } from './manual-run.ts';

test('everybody is due for the local command, but never on a deployed site', () => {
  expect(isManualRun(MANUAL_RUN_JOB, true)).toBe(true);
  expect(isManualRun(MANUAL_RUN_JOB, false)).toBe(false);
  expect(isManualRun('projects/x/jobs/sendAlerts', true)).toBe(false);
  expect(isManualRun(undefined, true)).toBe(false);
});
