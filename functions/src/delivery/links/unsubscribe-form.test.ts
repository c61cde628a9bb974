import { expect, test } from 'vitest';
import { readLinkForm } from './unsubscribe-form.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const NOTHING = { press: null, isOneClick: false };

const read = (body: string, contentType = FORM) =>
  readLinkForm({ contentType, body: Buffer.from(body) });

test.each([
  ['a form', 'List-Unsubscribe=One-Click', FORM],
  ['a form with a character set', 'List-Unsubscribe=One-Click', `${FORM}; charset=utf-8`],
  ['a form without a type', 'List-Unsubscribe=One-Click', ''],
  ['plain text', 'List-Unsubscribe=One-Click', 'text/plain'],
  ['a form with a line end', 'List-Unsubscribe=One-Click\r\n', FORM],
  [
    'multipart',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    MULTIPART,
  ],
  [
    'multipart with other line ends',
    '--b\nContent-Disposition: form-data; name="List-Unsubscribe"\n\nOne-Click\n--b--\n',
    MULTIPART,
  ],
])('recognises one-click unsubscribing as %s', (_name, body, contentType) => {
  expect(read(body, contentType)).toEqual({ press: null, isOneClick: true });
});

test.each(['stop', 'change', 'undo'])('reads the button %s with its proof', (wish) => {
  expect(read(`proof=p&wish=${wish}`)).toEqual({ press: { wish, proof: 'p' }, isOneClick: false });
});

test.each([
  ['an empty body', '', ''],
  ['an empty form', '', FORM],
  ['a button without a proof', 'wish=stop', FORM],
  ['an unknown button', 'wish=all&proof=p', FORM],
  ['a button as plain text', 'wish=undo&proof=p', 'text/plain'],
  ['JSON', '{"wish":"undo","proof":"p"}', 'application/json'],
  ['another value', 'List-Unsubscribe=Maybe', FORM],
])('reads nothing from %s', (_name, body, contentType) => {
  expect(read(body, contentType)).toEqual(NOTHING);
});
