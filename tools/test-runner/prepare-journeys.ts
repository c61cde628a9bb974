import type { Instance } from '../instance/instance.ts';
import { LOOPBACK } from '../instance/ports.ts';

/** Runs once before all journeys, after the other suites of the product. */
export async function prepareJourneys(run: Instance): Promise<void> {
  await clearDocuments(run);
  await startSearch(run);
}

/** Otherwise, alerts from earlier suites would be due, and each digest would start a process of the emulator. */
async function clearDocuments({ ports, projectId }: Instance): Promise<void> {
  const documents = `emulator/v1/projects/${projectId}/databases/(default)/documents`;
  const firestore = `http://${LOOPBACK}:${ports.firestore}`;
  const answer = await fetch(`${firestore}/${documents}`, { method: 'DELETE' });
  if (!answer.ok) throw new Error(`The database cannot be emptied (status ${answer.status})`);
}

/**
 * Starts the function in advance: the emulator starts its process at the first request, which may exceed a journey's
 * timeout.
 */
async function startSearch({ ports }: Instance): Promise<void> {
  const answer = await fetch(`http://${LOOPBACK}:${ports.site}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keywords: ['OpenAI'], language: 'English' }),
  });
  if (!answer.ok) throw new Error(`The search cannot be started (status ${answer.status})`);
}
