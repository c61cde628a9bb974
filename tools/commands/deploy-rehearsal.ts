import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CASES } from '../rehearsal/cases.ts';
import { publishedFunctions } from '../rehearsal/published.ts';
import { createWorld } from '../rehearsal/world.ts';
import { DATA_FOLDER } from '../instance/instance.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { shownPath } from '../processes/repository.ts';
import { openRunLog } from '../processes/run-log.ts';

const { checkCode } = optionsOf(COMMANDS['deploy-rehearsal']);

const log = openRunLog(path.join(DATA_FOLDER, 'logs', 'deploy-rehearsal.log'), false);
const folder = mkdtempSync(path.join(tmpdir(), 'rehearsal-'));
const world = await createWorld(folder, (text) => log.write('operator', text));

const CODE = {
  name: 'the checks of the code hold under the operator’s settings',
  async play() {
    const { code } = await world.run('npm', 'run', 'check');
    return code === 0 ? [] : ['they are red'];
  },
};

let failed = 0;
for (const rehearsed of [...(checkCode ? [CODE] : []), ...CASES]) {
  log.write('rehearsal', `\n===== ${rehearsed.name}\n`);
  const startedAt = Date.now();
  const problems = await rehearsed.play(world);
  problems.push(...world.surprises());
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4);
  console.log(`  ${problems.length === 0 ? 'OK   ' : 'WRONG'} ${seconds} s  ${rehearsed.name}`);
  for (const problem of problems) console.log(`               ${problem}`);
  if (problems.length > 0) failed += 1;
}
console.log('\nWhat was published at the end:');
for (const line of publishedFunctions(world.project)) console.log(`  ${line}`);
console.log(`\nAll that was printed is in ${shownPath(log.file)}.`);
await world.close();
rmSync(folder, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
