import { setTimeout as delay } from 'node:timers/promises';
import { inboxUrl } from './stack.ts';

/** A mail as the inbox tells of it. */
export interface InboxMail {
  id: string;
  subject: string;
  text: string;
  html?: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
  to: { address: string }[];
}

const ARRIVES_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 200;

/** The mails to an address that are in the inbox now, oldest first. */
export async function mailsTo(email: string): Promise<InboxMail[]> {
  const answer = await fetch(`${inboxUrl()}/email`);
  const mails = (await answer.json()) as InboxMail[];
  return mails.filter(({ to }) => to.some(({ address }) => address === email));
}

/** The first mail to an address; throws when none has come within ten seconds. */
export async function firstMailTo(email: string): Promise<InboxMail> {
  const deadline = Date.now() + ARRIVES_WITHIN_MS;
  for (;;) {
    const [first] = await mailsTo(email);
    if (first) return first;
    if (Date.now() > deadline) throw new Error(`No mail to ${email} has come`);
    await delay(LOOK_EVERY_MS);
  }
}
