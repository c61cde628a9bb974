import { expect, test } from 'vitest';
import { EVERYONE_DUE_JOB, isEveryoneDue } from './manual-run.ts';

test('everybody is due when the local command says so, and never on a deployed site', () => {
  expect(isEveryoneDue(EVERYONE_DUE_JOB, true)).toBe(true);
  expect(isEveryoneDue(EVERYONE_DUE_JOB, false)).toBe(false);
  expect(isEveryoneDue('projects/x/jobs/sendAlerts', true)).toBe(false);
  expect(isEveryoneDue(undefined, true)).toBe(false);
});
