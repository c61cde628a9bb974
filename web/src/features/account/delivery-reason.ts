import type { Delivery } from 'functions/contract';

/** Why a digest was not mailed, in the reader's words; empty for one that was. */
export function deliveryReason({ state, code }: Pick<Delivery, 'state' | 'code'>): string {
  switch (state) {
    case 'sent':
      return '';
    case 'failed':
      return failureReason(code);
    case 'cancelled':
      return cancelReason(code);
  }
}

function failureReason(code: string | null): string {
  switch (code) {
    case 'outcome-unknown':
      return 'The mail service did not answer, so we cannot tell whether it arrived.';
    case 'gave-up':
      return 'The mail service could not be reached for a whole day.';
    default:
      return 'The mail service refused it.';
  }
}

function cancelReason(code: string | null): string {
  switch (code) {
    case 'no-address':
      return 'Your account had no e-mail address.';
    case 'unverified':
      return 'Your address was not verified.';
    case 'suppressed':
      return 'Your address was not taking our mail.';
    case 'paused':
      return 'You had paused all mail.';
    case 'nothing-left':
      return 'You had deleted or paused the alerts in it.';
    default:
      return 'It was not wanted any more.';
  }
}
