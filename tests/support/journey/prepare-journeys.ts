import { firestoreUrl, projectId, siteUrl } from '../stack.ts';

export default async function prepareJourneys(): Promise<void> {
  await clearDocuments();
  await startSearch();
}

/** Otherwise, alerts from earlier suites would be due, and each digest would start a process of the emulator. */
async function clearDocuments(): Promise<void> {
  const documents = `emulator/v1/projects/${projectId()}/databases/(default)/documents`;
  const answer = await fetch(`${firestoreUrl()}/${documents}`, { method: 'DELETE' });
  if (!answer.ok) throw new Error(`The database cannot be emptied (status ${answer.status})`);
}

/**
 * Starts the function in advance: the emulator starts its process at the first request, which may exceed a journey's
 * timeout.
 */
async function startSearch(): Promise<void> {
  const answer = await fetch(`${siteUrl()}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keywords: ['OpenAI'], language: 'English' }),
  });
  if (!answer.ok) throw new Error(`The search cannot be started (status ${answer.status})`);
}
