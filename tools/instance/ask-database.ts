import { ExpectedFailure } from '../processes/expected-failure.ts';
import { isPortTaken, LOOPBACK } from './ports.ts';
import type { Target } from './target.ts';

const WITHIN_MS = 30_000;
const GOOGLE = 'https://firestore.googleapis.com';

/**
 * Calls Firestore's REST API as the owner, for whom security rules do not apply. Returns null for a missing
 * document; throws an ExpectedFailure for any other error.
 * @param path The part of the URL behind "documents".
 * @param body Body of a POST; without it the method is GET.
 */
export async function askDatabase(target: Target, path: string, body?: unknown): Promise<unknown> {
  const { root, token } = await accessTo(target);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(WITHIN_MS);
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`${root}${path}`, { ...post, headers, signal });
    text = await answer.text();
  } catch (cause) {
    throw new ExpectedFailure(await whyAway(target), { cause });
  }
  if (answer.status === 404 && body === undefined) return null;
  if (answer.ok) return JSON.parse(text);
  throw new ExpectedFailure(
    `The database answered with HTTP status ${answer.status}: ${text.slice(0, 300)}`,
  );
}

async function accessTo(target: Target): Promise<{ root: string; token: string }> {
  const rootAt = (origin: string, project: string) =>
    `${origin}/v1/projects/${project}/databases/(default)/documents`;
  if (target.kind === 'local') {
    const { projectId, ports } = target.run;
    return { root: rootAt(`http://${LOOPBACK}:${ports.firestore}`, projectId), token: 'owner' };
  }
  const { cloudAccessToken } = await import('../../functions/src/platform/firebase-admin.ts');
  try {
    return { root: rootAt(GOOGLE, target.project), token: await cloudAccessToken() };
  } catch (cause) {
    const how = 'Nobody is signed in: run `gcloud auth application-default login`.';
    throw new ExpectedFailure(how, { cause });
  }
}

async function whyAway(target: Target): Promise<string> {
  if (target.kind === 'deployed') return `The database of ${target.project} cannot be reached.`;
  const { firestore, auth } = target.run.ports;
  // The emulators of Auth and Firestore start together: if only Firestore's does not answer, it has crashed.
  return (await isPortTaken(auth))
    ? `The database does not answer at ${LOOPBACK}:${firestore}: see the log of npm start.`
    : 'There are no accounts in this run, so nobody has alerts.';
}
