import type { Delivery } from 'functions/contract';

const FAILURES = new Map([
  [
    'outcome-unknown',
    'The mail service did not answer, so we cannot tell whether it arrived. A later email tells it again.',
  ],
  ['gave-up', 'The mail service could not be reached for a whole day. A later email tells it.'],
  ['blocked', 'Your mail server sent it back. A later email tells it again.'],
  ['dropped', 'The mail service did not deliver it. A later email tells it again.'],
  ['bounce', 'Your mail server says that this address takes no email.'],
  [
    'refused-alone',
    'The mail service refuses this episode and takes others. It is not sent again.',
  ],
]);

const CANCELLATIONS = new Map([
  ['no-address', 'Your account had no email address.'],
  ['unverified', 'Your address was not verified.'],
  ['disabled', 'Your account was disabled.'],
  ['suppressed', 'Email to your address had been stopped.'],
  ['paused', 'You had paused email.'],
  ['nothing-left', 'You had deleted or paused the alerts in it.'],
]);

const CHANNEL_FAILURES = new Map([
  ['gone', 'The receiver says that it is gone.'],
  ['refused-alone', 'The receiver refuses this episode and takes others. It is not sent again.'],
  ['unreachable', 'The receiver could not be reached.'],
  ['outcome-unknown', 'The receiver did not answer, so we cannot tell whether it arrived.'],
  ['no-answer', 'The receiver did not answer, so we cannot tell whether it arrived.'],
  ['gave-up', 'It could not be delivered for days.'],
]);

/** Codes of failures after which the episodes are not told again. */
const ENDS = ['gone', 'refused-alone'];

/** Why a message did not reach its channel, and whether a later message tells its episodes again. */
function channelReason(code: string): string {
  const status = /^status-(\d+)$/.exec(code)?.[1];
  const why =
    CHANNEL_FAILURES.get(code) ??
    (status === undefined
      ? 'It could not be delivered.'
      : `The receiver answered with status ${status}.`);
  return ENDS.includes(code) ? why : `${why} A later message tells it again.`;
}

/** Why a digest or a message to a channel was not sent, in sentences; empty for a sent one. */
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
      return CANCELLATIONS.get(code ?? '') ?? 'It was no longer wanted.';
  }
}
