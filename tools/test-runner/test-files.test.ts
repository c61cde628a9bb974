import { expect, test } from 'vitest';
import { testCommand } from './test-suites.ts';

test.each(['functions/parse-query', 'journeys/search', 'emulators/alerts', 'tools/test-files'])(
  'a file that is there is run: %s',
  (argument) => {
    expect(testCommand([argument])).toMatchObject({ kind: 'run' });
  },
);

test.each([
  ['functions/no-such-file', 'no-such-file'],
  ['emulators/parse-query', 'parse-query'],
])('a file that is not there is named: %s', (argument, name) => {
  expect(testCommand(['emulators/alerts', argument])).toMatchObject({
    kind: 'told',
    exitCode: 2,
    text: expect.stringContaining(`No test file of these suites has "${name}"`) as string,
  });
});
