import { existsSync, rmSync } from 'node:fs';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { shownPath } from '../processes/repository.ts';
import { DATA_FOLDER, testInstance } from '../instance/instance.ts';
import { runningIn } from '../instance/running-record.ts';

optionsOf(COMMANDS.reset);
const running = runningIn(DATA_FOLDER) ?? runningIn(testInstance(0).folder);
if (running !== null) {
  console.error(`Earshot is running (process ${running}): stop it first, then reset.`);
  process.exitCode = 1;
} else if (existsSync(DATA_FOLDER)) {
  rmSync(DATA_FOLDER, { recursive: true });
  console.log(`Removed ${shownPath(DATA_FOLDER)}: accounts, catalogue and logs of local runs.`);
} else {
  console.log('There is nothing to remove.');
}
