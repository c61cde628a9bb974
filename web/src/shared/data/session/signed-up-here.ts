import { keptText } from '#shared/text/kept-text.ts';

const kept = keptText('localStorage', 'earshot.signed-up');

/** Notes that this browser created the account. */
export function noteSignedUp(uid: string): void {
  kept.write(uid);
}

/**
 * True if this browser created the account, and its person therefore saved the alerts from before the verification:
 * sessions of anybody else end with it.
 */
export function hasSignedUpHere(uid: string): boolean {
  return kept.read() === uid;
}
