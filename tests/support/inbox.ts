import { setTimeout as delay } from 'node:timers/promises';
import { inboxUrl } from './stack.ts';

/** An email as maildev's API returns it. */
export interface InboxMail {
  id: string;
  subject: string;
  text: string;
  html?: string;
  /** Headers by lower-case name. */
  headers: Record<string, string>;
  to: { address: string }[];
}

const ARRIVES_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 200;

/** Returns the oldest email first. */
export async function mailsTo(email: string): Promise<InboxMail[]> {
  const answer = await fetch(`${inboxUrl()}/email`);
  const mails = (await answer.json()) as InboxMail[];
  return mails.filter(({ to }) => to.some(({ address }) => address === email));
}

/** Throws if no email arrives within ten seconds. */
export async function firstMailTo(email: string): Promise<InboxMail> {
  const deadline = Date.now() + ARRIVES_WITHIN_MS;
  for (;;) {
    const [first] = await mailsTo(email);
    if (first) return first;
    if (Date.now() > deadline) throw new Error(`No mail to ${email} has come`);
    await delay(LOOK_EVERY_MS);
  }
}
