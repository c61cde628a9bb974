import { firestoreUrl, projectId } from '../stack.ts';

/**
 * Empties the database before the first journey. The suites before it leave people whose alerts would
 * be due too, and each digest of theirs starts another process of the functions.
 */
export default async function clearDocuments(): Promise<void> {
  const documents = `emulator/v1/projects/${projectId()}/databases/(default)/documents`;
  const answer = await fetch(`${firestoreUrl()}/${documents}`, { method: 'DELETE' });
  if (!answer.ok) throw new Error(`The database cannot be emptied (status ${answer.status})`);
}
