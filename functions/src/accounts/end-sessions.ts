import { accounts, cloudAccessToken } from '../platform/firebase-admin.ts';
import { processEnvironment } from '../platform/environment.ts';

const WITHIN_MS = 10_000;

/**
 * Ends the sessions that began before a time (epoch ms): their refresh tokens stop working, their ID tokens expire within
 * an hour. Uses the REST API, because the Admin SDK can only end all sessions, and so the one in which a person has just
 * verified their address.
 */
export async function endSessionsBefore(uid: string, atMs: number): Promise<void> {
  const emulator = processEnvironment()['FIREBASE_AUTH_EMULATOR_HOST'];
  const service = 'identitytoolkit.googleapis.com';
  const base = emulator ? `http://${emulator}/${service}` : `https://${service}`;
  const project = accounts().app.options.projectId ?? processEnvironment()['GCLOUD_PROJECT'];
  const answer = await fetch(`${base}/v1/projects/${project}/accounts:update`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${emulator ? 'owner' : await cloudAccessToken()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ localId: uid, validSince: String(Math.floor(atMs / 1000)) }),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  if (!answer.ok) throw new Error(`the sessions did not end: ${answer.status}`);
  await answer.body?.cancel();
}
