// The first thing every `npm run …` starts. It may find an old Node and nothing installed, so it is
// plain JavaScript and imports only what comes with Node.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeComplaint } from './install-decision.js';
import { installPackages } from './install-packages.js';
import { useOwnTempFolder } from './own-temp-folder.js';

const tools = dirname(fileURLToPath(import.meta.url));
const repository = dirname(tools);

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

const complaint = nodeComplaint(process.versions.node);
if (complaint) refuse(complaint);

const [command = '', ...rest] = process.argv.slice(2);
const script = ['commands', 'benchmarks']
  .map((room) => join(tools, room, `${command}.ts`))
  .find((file) => existsSync(file));
if (!/^[a-z-]+$/.test(command) || script === undefined) {
  refuse(`There is no command "${command}".`);
}

const failure = installPackages(repository, 'what is missing', process.env);
if (failure) refuse(failure);

useOwnTempFolder();
// In this very process, so that signals and the exit code need no passing on. `execArgv` is for
// commands that fork: their children read TypeScript too.
const { register } = await import('tsx/esm/api');
register();
process.execArgv.push('--import', import.meta.resolve('tsx'));
process.argv = [process.execPath, script, ...rest];
await import(pathToFileURL(script).href);
