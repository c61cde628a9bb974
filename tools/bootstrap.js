// The first thing every `npm run …` starts. It may find an old Node and nothing installed, so it is
// plain JavaScript and imports only what comes with Node.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeComplaint } from './install-decision.js';
import { installPackages } from './install-packages.js';
import { useOwnTempFolder } from './own-temp-folder.js';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

const complaint = nodeComplaint(process.versions.node);
if (complaint) refuse(complaint);

const failure = installPackages(repository, 'what is missing', process.env);
if (failure) refuse(failure);

useOwnTempFolder();
// In this very process, so that signals and the exit code need no passing on. `execArgv` is for
// commands that fork: their children read TypeScript too.
const { register } = await import('tsx/esm/api');
register();
process.execArgv.push('--import', import.meta.resolve('tsx'));
// The command line first: a command takes seconds to load.
const [command = '', ...rest] = process.argv.slice(2);
process.argv = [process.execPath, command, ...rest];
const { COMMANDS } = await import('./commands/command-lines.ts');
const { COMMANDS: BENCHMARKS } = await import('./benchmarks/command-lines.ts');
const { optionsOf } = await import('./processes/command-line.ts');
/** @type {Record<string, Parameters<typeof optionsOf>[0]>} */
const readers = { ...COMMANDS, ...BENCHMARKS };
const reader = readers[command];
if (!Object.hasOwn(readers, command) || reader === undefined) {
  refuse(`There is no command "${command}".`);
}
optionsOf(reader);
await import(`./${command in COMMANDS ? 'commands' : 'benchmarks'}/${command}.ts`);
