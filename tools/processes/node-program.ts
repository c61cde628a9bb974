import path from 'node:path';
import { REPOSITORY } from './repository.ts';

/** A command-line tool out of node_modules, run by the Node that runs us: no shell, no look-up. */
function tool(file: string, args: readonly string[]) {
  return {
    command: process.execPath,
    args: [path.join(REPOSITORY, 'node_modules', file), ...args],
  };
}

export function firebaseTool(...args: string[]) {
  return tool('firebase-tools/lib/bin/firebase.js', args);
}

export function viteTool(...args: string[]) {
  return tool('vite/bin/vite.js', args);
}

export function inboxTool(...args: string[]) {
  return tool('maildev/bin/maildev', args);
}

export function vitestTool(...args: string[]) {
  return tool('vitest/vitest.mjs', args);
}

export function playwrightTool(...args: string[]) {
  return tool('@playwright/test/cli.js', args);
}

/** The server that deployed functions run in. */
export function functionsFrameworkTool(...args: string[]) {
  return tool('@google-cloud/functions-framework/build/src/main.js', args);
}

/** `npm run build` of one workspace. */
export function workspaceBuild(workspace: string, environment: NodeJS.ProcessEnv) {
  return npmRun(environment, 'build', '--workspace', workspace);
}

/** `npm run …`, by the npm that started us where one did. */
export function npmRun(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const npm = environment['npm_execpath'];
  return npm
    ? { command: process.execPath, args: [npm, 'run', ...args] }
    : { command: 'npm', args: ['run', ...args] };
}
