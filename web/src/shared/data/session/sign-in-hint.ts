import { keptText } from '#shared/text/kept-text.ts';

const kept = keptText('localStorage', 'earshot.signed-in');

/**
 * True if somebody may be signed in. Only decides whether Firebase is loaded at start; grants no
 * access.
 */
export function hasSignInHint(): boolean {
  return kept.read() === 'yes';
}

/** If the browser refuses storage, nobody stays signed in after a reload. */
export function setSignInHint(signedIn: boolean): void {
  kept.write(signedIn ? 'yes' : null);
  if (signedIn) return;
  setMemberHint(null);
  setAlertsHint(false);
}

const keptMember = keptText('localStorage', 'earshot.member');

/**
 * Id of the person who was signed in here last. Their lists can be prepared before it is known whether they still are;
 * the server answers only if they are.
 */
export function memberHint(): string | null {
  return keptMember.read();
}

export function setMemberHint(uid: string | null): void {
  keptMember.write(uid);
}

const keptAlerts = keptText('localStorage', 'earshot.has-alerts');

/**
 * True if the person had alerts when they last saw home. Keeps the layout stable while the page
 * loads.
 */
export function hasAlertsHint(): boolean {
  return keptAlerts.read() === 'yes';
}

export function setAlertsHint(hasAlerts: boolean): void {
  keptAlerts.write(hasAlerts ? 'yes' : null);
}
