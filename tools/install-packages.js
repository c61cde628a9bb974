// Imports only Node's own modules, because it installs everything else.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installReason } from './install-decision.js';

/**
 * Runs `npm ci` in `folder` unless its packages match package-lock.json.
 * @param {string} folder
 * @param {string} what The name of the packages in the printed message.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string | null} The error message, or null.
 */
export function installPackages(folder, what, environment) {
  // npm writes this record of installed packages at the end of an installation.
  const record = join(folder, 'node_modules', '.package-lock.json');
  const reason = installReason(
    readJson(join(folder, 'package-lock.json')),
    readJson(record),
    process,
  );
  if (!reason) return null;
  console.log(`Installing ${what} (${reason}); this takes up to a minute.`);
  const startedAt = Date.now();
  // Without the record, the next run repeats an interrupted installation.
  rmSync(record, { force: true });
  const isOffline = isOutOfReach(folder, environment);
  const result = npmCi(folder, environment, isOffline);
  if (result.signal === 'SIGINT') return 'Installing was stopped; the next run begins it again.';
  if (result.status !== 0 && isOffline) {
    return 'The package registry cannot be reached, and what is missing was not kept from an earlier installation: connect to the network once, then run the command again.';
  }
  if (result.status !== 0) {
    return 'Installing the packages failed: see npm’s words above, then run the command again.';
  }
  console.log(`  install      ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`);
  return null;
}

/** Network errors of npm. A reachable registry without the ping endpoint fails with other errors. */
const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|E?TIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/**
 * Pings the registry through npm, which knows its URL and the proxy. Without this check, an offline `npm ci` would
 * retry two thousand packages for minutes.
 * @param {string} folder @param {NodeJS.ProcessEnv} environment
 */
function isOutOfReach(folder, environment) {
  const args = ['ping', '--fetch-retries=0', '--fetch-timeout=5000', '--loglevel=error'];
  const { status, stderr } = npm(args, folder, environment, 'pipe');
  return status !== 0 && UNREACHABLE.test(String(stderr));
}

/** @param {string} folder @param {NodeJS.ProcessEnv} environment @param {boolean} isOffline */
function npmCi(folder, environment, isOffline) {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional'];
  args.push('--no-audit', '--no-fund', '--loglevel=error');
  args.push(isOffline ? '--offline' : '--prefer-offline');
  return npm(args, folder, environment, isOffline ? 'ignore' : 'inherit');
}

/**
 * @param {string[]} args @param {string} folder @param {NodeJS.ProcessEnv} environment
 * @param {'pipe' | 'inherit' | 'ignore'} stderr
 */
function npm(args, folder, environment, stderr) {
  const program = environment['npm_execpath'];
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: folder, env: environment, stdio: ['ignore', 'ignore', stderr] };
  return program && /npm-cli\.c?js$/.test(program)
    ? spawnSync(process.execPath, [program, ...args], options)
    : spawnSync('npm', args, options);
}

/** @param {string} file @returns {unknown} */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
