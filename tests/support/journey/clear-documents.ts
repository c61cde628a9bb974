import { firestoreUrl, projectId } from '../stack.ts';

/**
 * Deletes all documents before the first journey. The alerts of people from earlier suites would be due, too, and
 * each of their digests would start a process of the functions emulator.
 */
export default async function clearDocuments(): Promise<void> {
  const documents = `emulator/v1/projects/${projectId()}/databases/(default)/documents`;
  const answer = await fetch(`${firestoreUrl()}/${documents}`, { method: 'DELETE' });
  if (!answer.ok) throw new Error(`The database cannot be emptied (status ${answer.status})`);
}
