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
  if (!signedIn) setAlertsHint(false);
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
