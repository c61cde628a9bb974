import { expect, test } from 'vitest';
import { CADENCES } from '../../contract/index.ts';
import { cadenceFields, isPaused, pausedFields, resumedFields } from './pause-person.ts';

test.each([...CADENCES.filter((cadence) => cadence !== 'paused'), 'twice-daily'])(
  'undo restores the cadence %s after a stop',
  (cadence) => {
    const stopped = pausedFields({ cadence });
    expect(isPaused(stopped)).toBe(true);
    expect(resumedFields(stopped)).toEqual({ cadence, cadenceBeforePause: null });
  },
);

test('a person who never chose a cadence gets daily digests before a stop and after undo', () => {
  expect(isPaused({})).toBe(false);
  expect(resumedFields(pausedFields({})).cadence).toBe('daily');
  expect(resumedFields({ cadence: 'paused' }).cadence).toBe('daily');
});

test('a new cadence clears the pause, and a pause stores the cadence before it', () => {
  const stopped = pausedFields({ cadence: 'hourly' });
  expect(cadenceFields(stopped, 'weekly')).toEqual({ cadence: 'weekly', cadenceBeforePause: null });
  expect(cadenceFields({ cadence: 'weekly' }, 'paused')).toEqual({
    cadence: 'paused',
    cadenceBeforePause: 'weekly',
  });
});
