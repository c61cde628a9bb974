import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from './repository.ts';

/** Runs a tool of node_modules with this Node binary, without a shell or `npx`. */
function tool(file: string, args: readonly string[], nodeFlags: readonly string[] = []) {
  return {
    command: process.execPath,
    args: [...nodeFlags, path.join(REPOSITORY, 'node_modules', file), ...args],
  };
}

const loadedBefore = (file: string) => [
  '--import',
  pathToFileURL(path.join(REPOSITORY, file)).href,
];

const FIREBASE = 'firebase-tools/lib/bin/firebase.js';

export function firebaseTool(...args: string[]) {
  return tool(FIREBASE, args);
}

/** Firebase's emulators, guarded against requests that would crash them. */
export function emulatorsTool(...args: string[]) {
  return tool(FIREBASE, ['emulators:start', ...args], loadedBefore('tools/emulators/guard.js'));
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

/** The server that runs deployed functions. */
export function functionsFrameworkTool(...args: string[]) {
  return tool('@google-cloud/functions-framework/build/src/main.js', args);
}

export function workspaceBuild(workspace: string, environment: NodeJS.ProcessEnv) {
  return npmRun(environment, 'build', '--workspace', workspace);
}

/** The command `npm run …`, with the npm that started this process or else the installed one. */
export function npmRun(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const npm = environment['npm_execpath'];
  return npm
    ? { command: process.execPath, args: [npm, 'run', ...args] }
    : { command: 'npm', args: ['run', ...args] };
}
