import { expect, test } from 'vitest';
import { fillPlaceholders } from './fill-placeholders.ts';

const filling = { base: 'http://127.0.0.1:5060', now: new Date('2026-03-01T10:30:00Z') };

test('puts the address of the host wherever it is asked for', () => {
  expect(fillPlaceholders('{{base}}/a {{base}}/b', filling)).toBe(
    'http://127.0.0.1:5060/a http://127.0.0.1:5060/b',
  );
});

test('counts back days, hours and minutes, across the end of a month', () => {
  expect(fillPlaceholders('{{ago 1d 11h 30m}}', filling)).toBe('Fri, 27 Feb 2026 23:00:00 GMT');
  expect(fillPlaceholders('{{ago 45m}}', filling)).toBe('Sun, 01 Mar 2026 09:45:00 GMT');
});

test('writes dates as Atom wants them on request', () => {
  expect(fillPlaceholders('{{ago 2h iso}}', filling)).toBe('2026-03-01T08:30:00.000Z');
});

test.each(['{{ago}}', '{{ago 3 h}}', '{{ago 3w}}', '{{ago -3h}}', '{{bass}}', '{{}}'])(
  'refuses %s instead of showing it to a reader',
  (placeholder) => {
    expect(() => fillPlaceholders(placeholder, filling)).toThrow(placeholder);
  },
);
