import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Accounts } from './find-emulators.ts';
import { emulatorConfig } from './emulator-config.ts';
import { newestExport, saveExport } from './emulator-exports.ts';
import { ExpectedFailure, isNoRoom } from '../processes/expected-failure.ts';
import { FIREBASE, tool } from '../processes/node-program.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { readHealth } from '../instance/running-stack.ts';
import { REPOSITORY, shownPath } from '../processes/repository.ts';
import { untilTrue } from '../processes/until-answers.ts';
import type { Instance } from '../instance/instance.ts';
import type { RunLog } from '../processes/run-log.ts';
import type { Supervisor } from '../processes/supervisor.ts';

const NAME = 'emulators';

export interface EmulatorsSpec {
  run: Instance;
  accounts: Accounts;
  /** Environment of the functions, in addition to what firebase-tools sets. */
  environment: NodeJS.ProcessEnv;
  supervisor: Supervisor;
  log: RunLog;
  keepData: boolean;
  /** True if a debugger can attach to the functions. They then run one at a time. */
  inspect?: boolean;
}

export interface Emulators {
  names: readonly string[];
  save(): Promise<void>;
}

/** Resolves when the health function responds through Hosting, because all functions are loaded then. */
export async function startEmulators(spec: EmulatorsSpec): Promise<Emulators> {
  const { run, accounts, supervisor, log } = spec;
  const names = [
    ...(accounts.kind === 'on' ? ['auth', 'firestore'] : []),
    'functions',
    'hosting',
    'tasks',
  ];
  const exports = path.join(run.emulatorsFolder, 'exports');
  const environment = { ...firebaseEnvironment(spec), ...spec.environment };
  const at = { name: NAME, cwd: run.emulatorsFolder, environment };

  const config = writeConfig(run, spec.environment);
  if (accounts.kind === 'on' && accounts.mustDownload) {
    await supervisor.run({ ...at, ...tool(FIREBASE, 'setup:emulators:firestore') });
  }
  const inspected = spec.inspect ? ['--inspect-functions', String(run.ports.inspect)] : [];
  const what = ['--config', config, '--project', run.projectId, '--only', names.join(',')];
  const newest = accounts.kind === 'on' ? newestExport(exports) : null;
  const data = newest === null ? [] : ['--import', newest];
  const { command, args } = tool(FIREBASE, 'emulators:start', ...what, ...inspected, ...data);
  const guard = new URL('guard.js', import.meta.url).href;
  await supervisor.start({
    ...at,
    command,
    args: ['--import', guard, ...args],
    ready: () => untilReady(run, log),
    // firebase-tools keeps running when the Firestore emulator, its child process, has crashed.
    isLost: (piece) => /Emulator has exited (upon receiving signal|with code)/.test(piece),
  });

  /** Throws if the disk is full, which ends the command: nothing that people do from then on would be kept. */
  async function save() {
    if (accounts.kind === 'off') return;
    try {
      await saveExport(exports, `http://${LOOPBACK}:${run.ports.hub}`, Date.now());
    } catch (error) {
      if (isNoRoom(error)) throw error;
      log.write(NAME, `Saving failed: ${String(error)}\n`);
      console.error(`What the emulators hold could not be saved: see ${shownPath(log.file)}.`);
    }
  }

  const saveLast = () =>
    save().catch(() => console.error('What changed in the last minute could not be saved.'));
  if (spec.keepData) supervisor.onStop(saveLast);
  return { names, save };
}

function firebaseEnvironment({ run, accounts }: EmulatorsSpec): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // CI and METADATA_SERVER_DETECTION prevent firebase-tools from looking for a metadata server on the network.
    CI: '1',
    METADATA_SERVER_DETECTION: 'none',
    NO_UPDATE_NOTIFIER: '1',
    NO_COLOR: '1',
    // Discovery of functions through a file is three seconds faster than over HTTP.
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: run.emulatorsFolder,
    ...(accounts.kind === 'on' && accounts.environment),
  };
}

function writeConfig(run: Instance, { SIGN_UP }: NodeJS.ProcessEnv): string {
  const firebaseJson: unknown = JSON.parse(
    readFileSync(path.join(REPOSITORY, 'firebase.json'), 'utf8'),
  );
  const ofRun = { repository: REPOSITORY, folder: run.emulatorsFolder, ports: run.ports };
  const file = path.join(run.emulatorsFolder, 'firebase.json');
  mkdirSync(run.emulatorsFolder, { recursive: true });
  writeFileSync(file, JSON.stringify(emulatorConfig(firebaseJson, ofRun), null, 2));
  // firebase-tools reads the list of functions in a process without the environment, and this setting decides about one.
  const settings = `SIGN_UP=${JSON.stringify(SIGN_UP || 'open')}\n`;
  writeFileSync(path.join(run.emulatorsFolder, '.env.local'), settings);
  return file;
}

/** Throws an ExpectedFailure if the functions cannot be loaded. */
async function untilReady(run: Instance, log: RunLog): Promise<void> {
  const lines = () => log.lastLines(NAME).filter((line) => !line.includes('/api/health'));
  const answers = async () => {
    const failed = lines().find((line) => line.includes('Failed to load function'));
    if (failed === undefined) return (await readHealth(run)) !== null;
    throw new ExpectedFailure(
      `The functions did not start (${failed}): see ${shownPath(log.file)}.`,
    );
  };
  await untilTrue(`http://${LOOPBACK}:${run.ports.site}/api/health`, answers, () => lines().join());
}
