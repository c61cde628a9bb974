import * as z from 'zod';
import { authEmulatorHost } from '../platform/environment.ts';
import type { BackupLine } from './backup-file.ts';

/** Accounts per request, the limit of the emulator's API. */
const PAGE_SIZE = 500;

const usersSchema = z.object({
  users: z.array(z.looseObject({ localId: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

/** Returns a function that calls the Auth emulator as its administrator; null if accounts are not emulated. */
function emulatorOf(project: string): ((path: string, body?: object) => Promise<unknown>) | null {
  const host = authEmulatorHost();
  if (host === undefined) return null;
  const root = `http://${host}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts`;
  return async (path, body) => {
    const answer = await fetch(root + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.ok) return answer.json();
    throw new Error(`accounts${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  };
}

/**
 * The accounts of the Auth emulator, with the passwords that it holds. There are none for a deployed project:
 * Google keeps accounts outside Firestore, and firebase-tools copies them.
 */
export async function* emulatedAccounts(project: string): AsyncGenerator<BackupLine> {
  const ask = emulatorOf(project);
  if (ask === null) return;
  let token: string | undefined;
  do {
    const next = token === undefined ? '' : `&nextPageToken=${encodeURIComponent(token)}`;
    const page = usersSchema.parse(await ask(`:batchGet?maxResults=${PAGE_SIZE}${next}`));
    for (const account of page.users) yield { account };
    token = page.users.length < PAGE_SIZE ? undefined : page.nextPageToken;
  } while (token !== undefined);
}

export async function hasAccounts(project: string): Promise<boolean> {
  const ask = emulatorOf(project);
  if (ask === null) return false;
  return usersSchema.parse(await ask(':batchGet?maxResults=1')).users.length > 0;
}

/** Deletes every account of the emulator. */
export async function emptyAccounts(project: string): Promise<void> {
  const ask = emulatorOf(project);
  if (ask === null) return;
  for (;;) {
    const { users } = usersSchema.parse(await ask(`:batchGet?maxResults=${PAGE_SIZE}`));
    if (users.length === 0) return;
    const localIds = users.map(({ localId }) => localId);
    await ask(':batchDelete', { localIds, force: true });
  }
}

/**
 * Writes the accounts among the lines into the emulator, and counts them; without an emulator, all are left
 * out.
 */
export async function writeAccounts(
  project: string,
  lines: AsyncIterable<BackupLine>,
): Promise<{ written: number; leftOut: number }> {
  const ask = emulatorOf(project);
  const counts = { written: 0, leftOut: 0 };
  let users: Record<string, unknown>[] = [];
  const write = async () => {
    if (ask !== null && users.length > 0)
      await ask(':batchCreate', { users, allowOverwrite: true });
    users = [];
  };
  for await (const line of lines) {
    if (!('account' in line)) continue;
    counts[ask === null ? 'leftOut' : 'written'] += 1;
    users.push(line.account);
    if (users.length >= PAGE_SIZE) await write();
  }
  await write();
  return counts;
}
