import { expect, test } from 'vitest';
import { readLinkWish } from './unsubscribe-form.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

function wish(method: string, body: string, contentType = FORM) {
  return readLinkWish({ method, contentType, body: Buffer.from(body) });
}

test.each([
  ['a click in the mailbox', 'List-Unsubscribe=One-Click', FORM],
  ['the same with a character set', 'List-Unsubscribe=One-Click', `${FORM}; charset=utf-8`],
  [
    'the same as multipart',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    MULTIPART,
  ],
  ['our button', 'wish=stop', FORM],
])('%s stops', (_name, body, contentType) => {
  expect(wish('POST', body, contentType)).toBe('stop');
});

test('the buttons that change and undo do that', () => {
  expect(wish('POST', 'wish=undo')).toBe('undo');
  expect(wish('POST', 'wish=change')).toBe('change');
});

test('a GET shows, whatever comes with it', () => {
  expect(wish('GET', 'List-Unsubscribe=One-Click')).toBe('show');
  expect(wish('HEAD', '')).toBe('show');
});

test.each([
  ['nothing', '', FORM],
  ['another wish', 'wish=all', FORM],
  ['another value', 'List-Unsubscribe=Maybe', FORM],
  ['multipart cut off', '--b\r\nContent-Disp', MULTIPART],
  ['JSON', '{"wish":"stop"}', 'application/json'],
  ['too much', `wish=stop&x=${'x'.repeat(5000)}`, FORM],
])('%s asks for nothing', (_name, body, contentType) => {
  expect(wish('POST', body, contentType)).toBeNull();
});
