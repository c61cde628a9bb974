// Entry point of npm scripts. Imports only Node's own modules, because packages may be missing or Node too old.
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
// The command runs in this process, so that signals and exit codes need no forwarding. Forked processes inherit the
// TypeScript loader from `execArgv`.
const { register } = await import('tsx/esm/api');
register();
process.execArgv.push('--import', import.meta.resolve('tsx'));
// Wrong arguments are reported seconds earlier if they are parsed before the command is loaded.
const [command = '', ...rest] = process.argv.slice(2);
process.argv = [process.execPath, command, ...rest];
const { COMMANDS } = await import('./commands/command-lines.ts');
const { optionsOf } = await import('./processes/command-line.ts');
const reader = Object.entries(COMMANDS).find(([name]) => name === command)?.[1];
if (reader === undefined) refuse(`There is no command "${command}".`);
optionsOf(reader);
await import(`./${command.startsWith('bench-') ? 'benchmarks' : 'commands'}/${command}.ts`);
