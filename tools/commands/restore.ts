import { actOn } from '../instance/running-stack.ts';
import { documentsEnvironment } from '../instance/target.ts';
import { optionsOf } from '../processes/command-line.ts';
import { ExpectedFailure, toldOf } from '../processes/expected-failure.ts';
import { COMMANDS } from './command-lines.ts';

const { file, replace, mailedUntilMs, project } = optionsOf(COMMANDS.restore);

async function run(): Promise<void> {
  const environment = documentsEnvironment(await actOn(process.env, project));
  Object.assign(process.env, environment);
  const { WrongBackup } = await import('../../functions/src/backup/backup-file.ts');
  const { restore } = await import('../../functions/src/backup/backup.ts');
  const { applyRestoreRule } =
    await import('../../functions/src/alerts/restore/firestore-after-restore.ts');
  const { database } = await import('../../functions/src/platform/firebase-admin.ts');
  const firestore = await database();
  const of = environment['GOOGLE_CLOUD_PROJECT'] ?? '';
  const options = { mailedUntilMs, replaces: replace, nowMs: Date.now() };
  try {
    if (file === null) {
      console.log(ruleText(await applyRestoreRule(firestore, options)));
      return;
    }
    const { header, documents, accounts, ...rule } = await restore(firestore, of, file, options);
    console.log(
      `${of} holds ${documents} documents and ${accounts.written} accounts as they were in ${header.project} at ${header.at}.`,
    );
    if (accounts.leftOut > 0) {
      console.log(
        `${accounts.leftOut} accounts of a local run were left out: passwords of the emulator are none.`,
      );
    }
    console.log(ruleText(rule));
  } catch (error) {
    if (error instanceof WrongBackup) {
      throw new ExpectedFailure(`Nothing was changed. ${error.message}`, { cause: error });
    }
    throw error;
  }
}

function ruleText(rule: { people: number; channels: number; digests: number }): string {
  if (mailedUntilMs === null) return 'Nothing was mailed since: alerts go on where they were.';
  return (
    `What was mailed since counts as told to ${rule.people} people and ${rule.channels} channels; ` +
    `${rule.digests} mails were on their way then.\n` +
    'What was stored in the hour before the loss may come a second time.'
  );
}

await run().catch((error: unknown) => {
  console.error(toldOf(error));
  process.exitCode = 1;
});
