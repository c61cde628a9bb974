import { expect, test } from 'vitest';
import { channelsRequestSchema } from './people/channel.ts';
import { keysRequestSchema } from './people/api-key.ts';
import { withoutTurningMarks } from './turning-marks.ts';

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

test.each(MARKS)('a name loses the mark %j, wherever it stands', (mark) => {
  const written = `${mark}Team${mark} chat${mark}`;
  expect(withoutTurningMarks(written)).toBe('Team chat');
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

test('what is written from right to left stays as it was written', () => {
  expect(withoutTurningMarks('בינה מלאכותית ذكاء')).toBe('בינה מלאכותית ذكاء');
});
