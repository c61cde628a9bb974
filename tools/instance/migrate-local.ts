import { askDatabase } from './ask-database.ts';
import { documentChanges, VERSION_PATH } from './document-changes.ts';
import { runSchedule } from './run-schedule.ts';
import type { LocalTarget } from './target.ts';

/** Prints what the code will change in the local run's documents, and starts the change. */
export async function migrateLocal(target: LocalTarget): Promise<void> {
  const changes = documentChanges(await askDatabase(target, VERSION_PATH));
  if (changes.length === 0) return;
  console.log(`  documents      ${changes.join('; ')}`);
  await runSchedule(target.run, 'resumeDigests');
}
