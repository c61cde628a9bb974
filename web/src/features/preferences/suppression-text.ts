import type { Suppression } from 'functions/contract';

const TEXTS: Record<Suppression['reason'], string> = {
  bounce:
    'Mail to your address came back, so we stopped sending. Make sure that the mailbox exists and is not full.',
  dropped:
    'Our mail service no longer delivers to your address, because earlier email to it came back or was not wanted.',
  spamreport:
    'One of our emails to you was reported as spam, so we stopped sending. If that was a mistake, mark it as “not spam” in your mailbox.',
  unsubscribe: 'You unsubscribed from our emails, so we stopped sending.',
};

/** Why an address gets no email, in the reader's words. */
export function suppressionText(reason: Suppression['reason']): string {
  return TEXTS[reason];
}
