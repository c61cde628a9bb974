// The first thing every `npm run …` starts. It may find an old Node and nothing installed, so it is
// plain JavaScript and imports only what comes with Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installReason, nodeComplaint } from './install-decision.js';

const tools = dirname(fileURLToPath(import.meta.url));
const repository = dirname(tools);
/** npm's own record of what it installed; it writes it when everything is in place. */
const installedRecord = join(repository, 'node_modules', '.package-lock.json');

/** @param {string} file @returns {unknown} */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function install() {
  const startedAt = Date.now();
  // Without the record an install that is cut short from here on is repeated the next time.
  rmSync(installedRecord, { force: true });
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional'];
  args.push('--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline');
  const npm = process.env['npm_execpath'];
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] };
  const result =
    npm && /npm-cli\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0) {
    refuse(
      result.signal === 'SIGINT'
        ? 'Installing was stopped; the next run begins it again.'
        : 'Installing the packages failed: see npm’s words above, then run the command again.',
    );
  }
  console.log(`  install      ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`);
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

const reason = installReason(
  readJson(join(repository, 'package-lock.json')),
  readJson(installedRecord),
  process,
);
if (reason) {
  console.log(`Installing what is missing (${reason}); this takes about a minute.`);
  install();
}

// In this very process, so that signals and the exit code need no passing on. `execArgv` is for
// commands that fork: their children read TypeScript too.
const { register } = await import('tsx/esm/api');
register();
process.execArgv.push('--import', import.meta.resolve('tsx'));
process.argv = [process.execPath, script, ...rest];
await import(pathToFileURL(script).href);
