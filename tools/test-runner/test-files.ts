import { readdirSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../processes/repository.ts';
import type { ChosenTests } from './test-suites.ts';

type Suite = ChosenTests['units'][number] | ChosenTests['stack'][number];

/** Folders of the suites' tests; see vitest.config.ts. */
const FOLDERS: Record<Suite, string[]> = {
  functions: ['functions/src', 'functions/build'],
  web: ['web/src', 'web/build'],
  tools: ['tools', 'samples', 'tests/repository'],
  rules: ['tests/rules'],
  emulators: ['tests/functions'],
  hosting: ['tests/hosting'],
  journeys: ['tests/journeys'],
  faults: ['tests/faults'],
};

/** The first of the chosen names that matches no test file; undefined if all match. */
export function missingFile({ units, stack, files }: ChosenTests): string | undefined {
  const all = [...units, ...stack].flatMap((suite) => FOLDERS[suite].flatMap(testsIn));
  return files.find((part) => !all.some((file) => file.includes(part)));
}

function testsIn(folder: string): string[] {
  return readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`);
}
