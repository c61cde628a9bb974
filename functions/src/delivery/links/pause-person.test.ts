import { expect, test } from 'vitest';
import { CADENCES } from '../../contract/index.ts';
import { cadenceFields, isPaused, pausedFields, resumedFields } from './pause-person.ts';

test.each([...CADENCES.filter((cadence) => cadence !== 'paused'), 'twice-daily'])(
  'stopping and undoing brings back %s',
  (cadence) => {
    const stopped = pausedFields({ cadence });
    expect(isPaused(stopped)).toBe(true);
    expect(resumedFields(stopped)).toEqual({ cadence, cadenceBeforePause: null });
  },
);

test('who never chose gets a digest a day, before and after', () => {
  expect(isPaused({})).toBe(false);
  expect(resumedFields(pausedFields({})).cadence).toBe('daily');
  expect(resumedFields({ cadence: 'paused' }).cadence).toBe('daily');
});

test('a cadence chosen by a link forgets a pause, and a pause remembers the cadence', () => {
  const stopped = pausedFields({ cadence: 'hourly' });
  expect(cadenceFields(stopped, 'weekly')).toEqual({ cadence: 'weekly', cadenceBeforePause: null });
  expect(cadenceFields({ cadence: 'weekly' }, 'paused')).toEqual({
    cadence: 'paused',
    cadenceBeforePause: 'weekly',
  });
});
