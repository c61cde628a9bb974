import type { Delivery } from 'functions/contract';

const FAILURES = new Map([
  [
    'outcome-unknown',
    'The mail service did not answer, so we do not know whether this email arrived. Its episodes will be in the next one.',
  ],
  [
    'gave-up',
    'The mail service could not be reached for a whole day. The episodes will be in the next email.',
  ],
  ['blocked', 'Your mail server sent this email back. Its episodes will be in the next one.'],
  ['dropped', 'The mail service did not deliver this email. Its episodes will be in the next one.'],
  ['bounce', 'Your mail server says that this address does not accept email.'],
  ['refused-alone', 'The mail service rejected the content of this email, so it was not sent.'],
]);

const CANCELLATIONS = new Map([
  ['no-address', 'Your account had no email address.'],
  ['unverified', 'Your address was not verified.'],
  ['disabled', 'Your account was disabled.'],
  ['suppressed', 'Email to your address was off.'],
  ['paused', 'You had paused email.'],
  ['nothing-left', 'You had deleted or paused its alerts.'],
]);

const CHANNEL_FAILURES = new Map([
  ['gone', 'The service says that this address no longer exists.'],
  ['refused-alone', 'The service rejected the content of this message, so it was not sent.'],
  ['unreachable', 'The service could not be reached.'],
  ['outcome-unknown', 'The service did not answer, so we do not know whether the message arrived.'],
  ['no-answer', 'The service did not answer, so we do not know whether the message arrived.'],
  ['gave-up', 'It could not be delivered for days.'],
]);

/** Failures after which the episodes are not sent again. */
const ENDS = ['gone', 'refused-alone'];

/** Explains why a message did not reach its channel, and whether its episodes are sent again. */
function channelReason(code: string): string {
  const status = /^status-(\d+)$/.exec(code)?.[1];
  const why =
    CHANNEL_FAILURES.get(code) ??
    (status === undefined
      ? 'It could not be delivered.'
      : `The service answered with error ${status}.`);
  return ENDS.includes(code) ? why : `${why} It will be in the next message.`;
}

/** Explains why a delivery failed or was cancelled. Empty if it was sent. */
export function deliveryReason({
  state,
  code,
  channel,
}: Pick<Delivery, 'state' | 'code' | 'channel'>): string {
  switch (state) {
    case 'sent':
      return '';
    case 'failed':
      if (channel) return channelReason(code ?? '');
      return FAILURES.get(code ?? '') ?? 'The mail service refused it.';
    case 'cancelled':
      return (
        CANCELLATIONS.get(code ?? '') ?? 'Cancelled: you deleted, paused or changed the alert.'
      );
  }
}
