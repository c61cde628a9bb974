import fc from 'fast-check';
import { DAY_MS, MAX_ALERTS, slotIds } from 'functions/contract';
import { expect, test } from 'vitest';
import { isChosen, sameChoice, withTick } from './chosen-alerts.ts';

const slots = slotIds(MAX_ALERTS);
const alertsAnd = fc
  .uniqueArray(fc.constantFrom(...slots), { minLength: 1, maxLength: 8 })
  .chain((ids) =>
    fc.record({
      alerts: fc.constant(ids.map((id) => ({ id, createdAtMs: 0 }))),
      chosen: fc.oneof(
        fc.constant('all' as const),
        fc.uniqueArray(fc.constantFrom(...slots), { maxLength: 12 }),
        fc.subarray(ids),
      ),
      ticked: fc.constantFrom(...ids),
      isTicked: fc.boolean(),
    }),
  );

test('a tick changes only its alert, and drops slots of deleted alerts', () => {
  fc.assert(
    fc.property(alertsAnd, ({ alerts, chosen, ticked, isTicked }) => {
      const next = withTick({ alerts: chosen }, alerts, ticked, isTicked);
      for (const alert of alerts) {
        const wanted = alert.id === ticked ? isTicked : isChosen({ alerts: chosen }, alert);
        expect(isChosen({ alerts: next ?? [] }, alert)).toBe(wanted);
      }
      expect(next).not.toEqual([]);
      for (const id of next ?? []) expect(alerts).toContainEqual({ id, createdAtMs: 0 });
    }),
  );
});

test('the order of chosen alerts does not matter', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...slots)), (ids) => {
      expect(sameChoice(ids, ids.toReversed())).toBe(true);
      expect(sameChoice(ids, 'all')).toBe(false);
      if (ids.length > 0) expect(sameChoice(ids, ids.slice(1))).toBe(false);
    }),
  );
  expect(sameChoice('all', 'all')).toBe(true);
});

test('an alert saved later in a chosen slot is not chosen', () => {
  const choice = { alerts: ['001'], chosenAtMs: DAY_MS };
  expect(isChosen(choice, { id: '001', createdAtMs: DAY_MS })).toBe(true);
  expect(isChosen(choice, { id: '001', createdAtMs: 2 * DAY_MS })).toBe(false);
  expect(isChosen({ ...choice, alerts: 'all' }, { id: '001', createdAtMs: 2 * DAY_MS })).toBe(true);
});
