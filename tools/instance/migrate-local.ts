import { askDatabase } from './ask-database.ts';
import { documentChanges, VERSION_PATH } from './document-changes.ts';
import type { Instance } from './instance.ts';
import { runSchedule } from './run-schedule.ts';

/** Says what the code will change of the documents of the local run, and has it changed. */
export async function migrateLocal(run: Instance): Promise<void> {
  const changes = documentChanges(await askDatabase(run, VERSION_PATH));
  if (changes.length === 0) return;
  console.log(`  documents      ${changes.join('; ')}`);
  await runSchedule(run, 'resumeDigests');
}
