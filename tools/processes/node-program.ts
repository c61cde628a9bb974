import path from 'node:path';
import { REPOSITORY } from './repository.ts';

export const FIREBASE = 'firebase-tools/lib/bin/firebase.js';
/** The server that runs deployed functions. */
export const FUNCTIONS_FRAMEWORK = '@google-cloud/functions-framework/build/src/main.js';
export const VITE = 'vite/bin/vite.js';
export const VITEST = 'vitest/vitest.mjs';

/** Runs a program of node_modules with this Node, without a shell or `npx`. */
export function tool(file: string, ...args: readonly string[]) {
  return {
    command: process.execPath,
    args: [path.join(REPOSITORY, 'node_modules', file), ...args],
  };
}

/** @param options Are added to the last command of the workspace's script. */
export function workspaceBuild(
  workspace: string,
  environment: NodeJS.ProcessEnv,
  ...options: readonly string[]
) {
  return npmRun(environment, 'build', '--workspace', workspace, '--', ...options);
}

/** `npm run …`, with the npm that started this process, or else the npm in PATH. */
export function npmRun(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const npm = environment['npm_execpath'];
  return npm
    ? { command: process.execPath, args: [npm, 'run', ...args] }
    : { command: 'npm', args: ['run', ...args] };
}
