import path from 'node:path';
import { installPackages } from '../install-packages.js';
import { DATA_FOLDER } from '../instance/instance.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { createSupervisor } from '../processes/supervisor.ts';

const { forStryker } = optionsOf(COMMANDS.mutation);
const FOLDER = path.join(REPOSITORY, 'tools/mutation');
const STRYKER = path.join(FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const CONFIG = path.join(FOLDER, 'stryker.config.json');

const supervisor = createSupervisor(
  openRunLog(path.join(DATA_FOLDER, 'logs', 'mutation.log'), false),
);

await runCommand(supervisor, 130, async () => {
  const failure = installPackages(FOLDER, 'Stryker', process.env);
  if (failure !== null) throw new ExpectedFailure(failure);
  return supervisor.runShown({
    name: 'mutation',
    command: process.execPath,
    args: [STRYKER, 'run', CONFIG, ...forStryker],
    cwd: REPOSITORY,
    environment: process.env,
  });
});
