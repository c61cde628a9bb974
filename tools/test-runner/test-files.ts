import { readdirSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../processes/repository.ts';

/** Folders of the suites' tests; see vitest.config.ts. */
const FOLDERS = {
  functions: ['functions/src', 'functions/build'],
  web: ['web/src', 'web/build'],
  tools: ['tools', 'samples', 'tests/repository'],
  rules: ['tests/rules'],
  emulators: ['tests/functions'],
  hosting: ['tests/hosting'],
  journeys: ['tests/journeys'],
  faults: ['tests/faults'],
};

/** The first of these parts of file names that no test file of the suites has; undefined if all are found. */
export function missingFile(
  suites: readonly (keyof typeof FOLDERS)[],
  files: readonly string[],
): string | undefined {
  const all = suites.flatMap((suite) => FOLDERS[suite].flatMap(testsIn));
  return files.find((part) => !all.some((file) => file.includes(part)));
}

function testsIn(folder: string): string[] {
  return readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`);
}
