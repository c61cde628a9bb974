import { Timestamp } from 'firebase/firestore/lite';
import { DAY_MS } from '../../functions/src/contract/index.ts';
import { signUp, verifyEmail } from '../support/account.ts';
import type { openAlertWorld, Task } from '../support/deployed/alert-world.ts';
import type { useDocuments } from '../support/use-documents.ts';
import { unique } from '../support/unique.ts';

type World = Awaited<ReturnType<typeof openAlertWorld>>;
type Documents = ReturnType<typeof useDocuments>;

interface MadeDigest extends Task {
  email: string;
}

export async function makeDigests(
  world: World,
  documents: Documents,
  count: number,
): Promise<{ digests: MadeDigest[]; link: string; emailOf: ReadonlyMap<string, string> }> {
  const keyword = `numbat${unique()}`;
  const createdAt = Timestamp.fromMillis(Date.now() - DAY_MS);
  const emailOf = new Map<string, string>();
  for (let person = 0; person < count; person += 1) {
    const somebody = await signUp();
    await verifyEmail(somebody);
    await documents.seed({ [`users/${somebody.uid}/alerts/001`]: { keyword, createdAt } });
    emailOf.set(somebody.uid, somebody.email);
  }
  const link = await world.publish(keyword);
  const digests = await runFor(world, emailOf);
  return { digests, link, emailOf };
}

export async function runFor(
  world: World,
  emailOf: ReadonlyMap<string, string>,
): Promise<MadeDigest[]> {
  const before = world.tasks.length;
  const error = await world.run();
  if (error !== null) throw new Error(error);
  return world.tasks.slice(before).flatMap((task) => {
    const email = emailOf.get(task.digestId.split('_')[0] ?? '');
    return email === undefined ? [] : [{ ...task, email }];
  });
}

export async function changeDigest(
  documents: Documents,
  { digestId }: Task,
  change: Record<string, unknown>,
): Promise<void> {
  const fields = await documents.read(`digests/${digestId}`);
  await documents.seed({ [`digests/${digestId}`]: { ...fields, ...change } });
}

/** Emails with this link that were sent to the mail service for an address, accepted or not. */
export function mailsTo(world: World, email: string, link: string): number {
  return world.mails.filter(
    ({ personalizations: [to], content: [text] }) =>
      to?.to[0]?.email === email && text?.value.includes(link),
  ).length;
}
