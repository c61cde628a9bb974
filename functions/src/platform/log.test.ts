import { expect, test } from 'vitest';
import { errorName, log } from './log.ts';
import { keepLog, logEntries } from '../testing/test-log.ts';

test('writes the given sentence as the message of a line, or else its event', () => {
  const lines = keepLog();
  log('info', 'done', { count: 1 });
  log('error', 'stopped', { code: 'unpaid', message: 'The account is 100 % empty.' });
  const [done, stopped] = logEntries(lines);
  expect(done).toMatchObject({ event: 'done', message: 'done', count: 1 });
  expect(stopped).toMatchObject({ event: 'stopped', code: 'unpaid', severity: 'ERROR' });
  expect(stopped?.['message']).toContain('The account is 100 % empty.');
});

test.each([
  ['Error', new Error('ada@example.com')],
  ['Error 10', Object.assign(new Error('10 ABORTED'), { code: 10 })],
  ['TypeError ECONNREFUSED', Object.assign(new TypeError('failed'), { code: 'ECONNREFUSED' })],
  ['Error', Object.assign(new Error('failed'), { code: 'ada@example.com' })],
  ['string', 'ada@example.com'],
])('names an error %s', (name, error) => {
  expect(errorName(error)).toBe(name);
});
