import { expect, test } from 'vitest';
import { channelsRequestSchema } from './people/channel.ts';
import { keysRequestSchema } from './people/api-key.ts';
import { stripBidiControls } from './bidi-controls.ts';

const MARKS = [
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
];

test.each(MARKS)('strips %j anywhere in a name', (mark) => {
  const written = `${mark}Team${mark} chat${mark}`;
  expect(stripBidiControls(written)).toBe('Team chat');
  expect(
    keysRequestSchema.parse({ action: 'create', name: written, scopes: ['read'] }),
  ).toMatchObject({ name: 'Team chat' });
  expect(
    channelsRequestSchema.parse({ action: 'create', kind: 'feed', name: written, alerts: 'all' }),
  ).toMatchObject({ name: 'Team chat' });
  expect(
    keysRequestSchema.safeParse({ action: 'create', name: mark, scopes: ['read'] }).success,
  ).toBe(false);
});

test('keeps text in right-to-left scripts', () => {
  expect(stripBidiControls('בינה מלאכותית ذكاء')).toBe('בינה מלאכותית ذكاء');
});
