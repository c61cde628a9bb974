import { ExpectedFailure } from '../processes/expected-failure.ts';
import type { Instance } from './instance.ts';
import { isPortTaken, LOOPBACK } from './ports.ts';

const WITHIN_MS = 30_000;

/**
 * Calls Firestore's REST API as the owner, without the rules. Returns null for a missing document. Throws an
 * ExpectedFailure for any other error.
 * @param path What follows "documents" in the URL.
 * @param body Sent by POST; without it the method is GET.
 */
export async function askDatabase(run: Instance, path: string, body?: unknown): Promise<unknown> {
  const { firestore, auth } = run.ports;
  const root = `projects/${run.projectId}/databases/(default)/documents`;
  const headers = { 'content-type': 'application/json', authorization: 'Bearer owner' };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(`http://${LOOPBACK}:${firestore}/v1/${root}${path}`, {
      ...post,
      headers,
      signal: AbortSignal.timeout(WITHIN_MS),
    });
  } catch (cause) {
    // The emulators of Auth and Firestore are started together, so both are missing unless one has crashed.
    const why = (await isPortTaken(auth))
      ? `The database does not answer at ${LOOPBACK}:${firestore}: see the log of npm start.`
      : 'There are no accounts in this run, so nobody has alerts.';
    throw new ExpectedFailure(why, { cause });
  }
  if (answer.status === 404 && body === undefined) return null;
  if (answer.ok) return answer.json();
  throw new ExpectedFailure(
    `The database answered with HTTP status ${answer.status}: ${(await answer.text()).slice(0, 300)}`,
  );
}
