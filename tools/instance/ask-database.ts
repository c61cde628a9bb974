import { ExpectedFailure } from '../processes/expected-failure.ts';
import type { Instance } from './instance.ts';
import { isPortTaken, LOOPBACK } from './ports.ts';

const WITHIN_MS = 30_000;

/**
 * What the run's database answers through Firestore's REST interface, past its rules; null for a
 * document that is not there. Says what is wrong where there is no answer.
 * @param path What follows "documents" in the address.
 * @param body What is posted, if anything.
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
    // Sign-in and database come and go together, unless one of them has died.
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
