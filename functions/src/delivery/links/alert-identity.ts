/**
 * Identity of an alert in digests, history and links: its slot and the time it was saved. Slots are reused,
 * and a link in an old mail must not affect the slot's new alert.
 */
export function alertIdentity(slot: string, createdAtMs: number): string {
  return `${slot}-${createdAtMs.toString(36)}`;
}

/** When the alert was saved, epoch milliseconds. */
export function createdAtOf(identity: string): number {
  return parseInt(identity.slice(identity.lastIndexOf('-') + 1), 36);
}

/** The alert's slot, which may hold another alert by now. */
export function slotOf(identity: string): string {
  return identity.replace(/-[^-]*$/, '');
}
