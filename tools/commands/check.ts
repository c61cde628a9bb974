import path from 'node:path';
import { DATA_FOLDER } from '../instance/instance.ts';
import { optionsOf } from '../processes/command-line.ts';
import { npmRun } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { colours, runVitest } from '../test-runner/run-tests.ts';
import { closingLine } from '../test-runner/test-counts.ts';
import { shareOut, UNIT_SUITES, type VitestShare } from '../test-runner/test-suites.ts';
import { COMMANDS } from './command-lines.ts';

optionsOf(COMMANDS.check);

/** One part of the check. `told` is shown behind its result, `output` only if it fails. */
interface Part {
  name: string;
  run: () => Promise<{ passed: boolean; told?: string; output: string }>;
}

const environment = { ...process.env, ...colours() };
/** Properties are tried with a quarter of the inputs that `npm test` draws, unless a factor is given. */
const INPUTS = { FUZZ_FACTOR: process.env['FUZZ_FACTOR'] ?? '0.25' };
/** The compiler makes many short-lived objects: with more room for these it takes a seventh less time. */
const ROOM = { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64` };

const log = openRunLog(path.join(DATA_FOLDER, 'logs', 'check.log'), false);
const supervisor = createSupervisor(log);

await runCommand(supervisor, 130, async () => {
  const { shares, sideBySide } = shareOut(UNIT_SUITES, false);
  const units = shares.map(unitPart);
  // The longest parts come first. Without caches, lint and types take longest.
  const parts = [
    ...['lint', 'types'].map(scriptPart),
    ...units,
    ...['format', 'unused'].map(scriptPart),
  ];
  console.log(`${parts.length} parts, ${sideBySide} at a time:`);
  const failed: string[] = [];
  const waiting = parts.values();
  const runOneByOne = async () => {
    for (const part of waiting) if (!(await passes(part))) failed.push(part.name);
  };
  await Promise.all(Array.from({ length: sideBySide }, runOneByOne));
  console.log(failed.length === 0 ? '\nAll is well.' : `\nFAILED: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});

/** Runs a part, and prints how it ended. */
async function passes({ name, run }: Part): Promise<boolean> {
  const startedAt = Date.now();
  const { passed, told = '', output } = await run();
  if (supervisor.stopping) return false;
  const seconds = `${Math.round((Date.now() - startedAt) / 1000)} s`;
  if (!passed) console.log(`\n${output.trim()}\n`);
  console.log(
    `${passed ? '  ok    ' : '  FAILED'} ${name.padEnd(36)} ${seconds.padStart(6)}   ${told}`.trimEnd(),
  );
  return passed;
}

/** A script of package.json. */
function scriptPart(name: string): Part {
  return {
    name,
    async run() {
      const program = { name, ...npmRun(environment, name), cwd: REPOSITORY };
      const { exitCode, output } = await supervisor.runCaptured({
        ...program,
        environment: { ...environment, ...ROOM },
      });
      return { passed: exitCode === 0, output };
    },
  };
}

function unitPart(share: VitestShare): Part {
  const name = share.projects.join(', ');
  const reportFile = path.join(DATA_FOLDER, 'check', `${share.projects.join('-')}.json`);
  return {
    name,
    async run() {
      const all = {
        units: [...UNIT_SUITES],
        stack: [],
        files: [],
        name: null,
        updateScreenshots: false,
      };
      const spec = { ...all, reportFile, environment: { ...environment, ...INPUTS } };
      const { counts, output } = await runVitest(supervisor, share, spec, true);
      return { passed: counts.failed === 0, told: closingLine(counts), output };
    },
  };
}
