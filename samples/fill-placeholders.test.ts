import { expect, test } from 'vitest';
import { fillPlaceholders } from './fill-placeholders.ts';

const filling = { base: 'http://127.0.0.1:5060', now: new Date('2026-03-01T10:30:00Z') };

test('replaces every {{base}} by the address of the host', () => {
  expect(fillPlaceholders('{{base}}/a {{base}}/b', filling)).toBe(
    'http://127.0.0.1:5060/a http://127.0.0.1:5060/b',
  );
});

test('subtracts days, hours and minutes, across the end of a month', () => {
  expect(fillPlaceholders('{{ago 1d 11h 30m}}', filling)).toBe('Fri, 27 Feb 2026 23:00:00 GMT');
  expect(fillPlaceholders('{{ago 45m}}', filling)).toBe('Sun, 01 Mar 2026 09:45:00 GMT');
});

test('formats dates for Atom on request', () => {
  expect(fillPlaceholders('{{ago 2h iso}}', filling)).toBe('2026-03-01T08:30:00.000Z');
});

test.each(['{{ago}}', '{{ago 3 h}}', '{{ago 3w}}', '{{ago -3h}}', '{{bass}}', '{{}}'])(
  'refuses the placeholder %s',
  (placeholder) => {
    expect(() => fillPlaceholders(placeholder, filling)).toThrow(placeholder);
  },
);
