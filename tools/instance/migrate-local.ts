import { askDatabase } from './ask-database.ts';
import { documentChanges, VERSION_PATH } from './document-changes.ts';
import { runSchedule } from './run-schedule.ts';
import type { LocalTarget } from './target.ts';

/** Says what the code will change of the documents of the local run, and has it changed. */
export async function migrateLocal(target: LocalTarget): Promise<void> {
  const changes = documentChanges(await askDatabase(target, VERSION_PATH));
  if (changes.length === 0) return;
  console.log(`  documents      ${changes.join('; ')}`);
  await runSchedule(target.run, 'resumeDigests');
}
