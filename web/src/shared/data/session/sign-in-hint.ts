import { keptText } from '#shared/text/kept-text.ts';

const kept = keptText('localStorage', 'earshot.signed-in');

/** Whether somebody may be signed in. Only decides whether Firebase is loaded at start; grants no access. */
export function hasSignInHint(): boolean {
  return kept.read() === 'yes';
}

/** Stores the hint. Without storage nobody stays signed in after a reload. */
export function setSignInHint(signedIn: boolean): void {
  kept.write(signedIn ? 'yes' : null);
  if (!signedIn) setAlertsHint(false);
}

const keptAlerts = keptText('localStorage', 'earshot.has-alerts');

/** Whether the person had alerts when they last saw home, so that the page need not change while it loads. */
export function hasAlertsHint(): boolean {
  return keptAlerts.read() === 'yes';
}

export function setAlertsHint(hasAlerts: boolean): void {
  keptAlerts.write(hasAlerts ? 'yes' : null);
}
