import type { Suppression } from 'functions/contract';

const TEXTS: Record<Suppression['reason'], string> = {
  bounce:
    'Mail to your address came back, so we stopped sending. Make sure that the mailbox exists and is not full.',
  dropped:
    'Our mail service does not deliver to your address any more, because earlier mail to it came back or was not wanted.',
  spamreport:
    'One of our mails was reported as spam from your address, so we stopped sending. If that was a mistake, mark it as “not spam” in your mailbox.',
  unsubscribe: 'You unsubscribed from our mails, so we stopped sending.',
};

/** Why an address gets no email, in the reader's words. */
export function suppressionText(reason: Suppression['reason']): string {
  return TEXTS[reason];
}
