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
  ['an empty body', '', ''],
  ['an empty form', '', FORM],
  ['the form without a type', 'List-Unsubscribe=One-Click', ''],
  ['the form as plain text', 'List-Unsubscribe=One-Click', 'text/plain'],
  ['the form with a line end', 'List-Unsubscribe=One-Click\r\n', FORM],
  [
    'multipart with other line ends',
    '--b\nContent-Disposition: form-data; name="List-Unsubscribe"\n\nOne-Click\n--b--\n',
    MULTIPART,
  ],
  ['multipart cut off', '--b\r\nContent-Disp', MULTIPART],
  ['another value', 'List-Unsubscribe=Maybe', FORM],
  ['JSON', '{"wish":"undo"}', 'application/json'],
  ['what undoes, as no page of ours sends it', 'wish=undo', 'text/plain'],
])('a mail program’s POST stops: %s', (_name, body, contentType) => {
  expect(wish('POST', body, contentType)).toBe('stop');
});

test('a wish that is none asks for nothing', () => {
  expect(wish('POST', 'wish=all')).toBeNull();
});
