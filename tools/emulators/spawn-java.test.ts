import { expect, test } from 'vitest';
import { withClassPath } from './spawn-java.ts';

test('replaces -jar by a class path and the main class', () => {
  const args = ['-Duser.language=en', '-jar', 'placeholder.jar', '--port', '8085'];
  expect(withClassPath(args, '/opt/a b.jar')).toEqual([
    '-Duser.language=en',
    '-cp',
    '/opt/a b.jar',
    'com.google.cloud.datastore.emulator.firestore.CloudFirestore',
    '--port',
    '8085',
  ]);
});

test('leaves arguments without a jar unchanged', () => {
  expect(withClassPath(['-version'], '/opt/a.jar')).toEqual(['-version']);
});
