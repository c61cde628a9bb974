import { expect, test } from 'vitest';
import { withClassPath } from './spawn-java.ts';

test('starts the main class of a jar whose manifest names none', () => {
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

test('leaves arguments without a jar as they are', () => {
  expect(withClassPath(['-version'], '/opt/a.jar')).toEqual(['-version']);
});
