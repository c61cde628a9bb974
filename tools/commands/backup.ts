import { actOn } from '../instance/running-stack.ts';
import { documentsEnvironment } from '../instance/target.ts';
import { optionsOf } from '../processes/command-line.ts';
import { ExpectedFailure, toldOf } from '../processes/expected-failure.ts';
import { COMMANDS } from './command-lines.ts';

const { file, project } = optionsOf(COMMANDS.backup);

async function run(): Promise<void> {
  const environment = documentsEnvironment(await actOn(process.env, project));
  Object.assign(process.env, environment);
  const { WrongBackup } = await import('../../functions/src/backup/backup-file.ts');
  const { backUp } = await import('../../functions/src/backup/backup.ts');
  const { database } = await import('../../functions/src/platform/firebase-admin.ts');
  const of = environment['GOOGLE_CLOUD_PROJECT'] ?? '';
  const { documents, accounts } = await backUp(await database(), of, file).catch(
    (error: unknown) => {
      if (!(error instanceof WrongBackup)) throw error;
      throw new ExpectedFailure(error.message, { cause: error });
    },
  );
  console.log(`${file} holds ${documents} documents and ${accounts} accounts of ${of}.`);
  if (project === undefined) return;
  console.log(
    'Accounts are kept by Google apart from the documents. To take them along, too:\n' +
      `  npx firebase auth:export accounts.json --format=json --project ${project}`,
  );
}

await run().catch((error: unknown) => {
  console.error(toldOf(error));
  process.exitCode = 1;
});
