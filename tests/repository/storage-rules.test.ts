import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { REPOSITORY } from '../../tools/processes/repository.ts';

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');
const schema = z.object({ storage: z.object({ rules: z.string() }) });

// The Storage emulator must be downloaded, so the test reads the text of the rules.
test('denies browsers the bucket and deploys that rule', () => {
  const { rules } = schema.parse(JSON.parse(read('firebase.json'))).storage;
  const code = read(rules).replace(/\/\/.*$/gm, '');
  expect(code.match(/allow[^;]*;/g)).toEqual(['allow read, write: if false;']);
  expect(code).toMatch(/match \/b\/\{bucket\}\/o \{\s*match \/\{path=\*\*\} \{/);
});
