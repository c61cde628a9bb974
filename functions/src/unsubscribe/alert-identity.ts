/**
 * The identity of an alert in digests, records and links: its slot and the time it was saved. Slots are
 * reused, and a link in an old mail must not pause the alert that has the slot now.
 */
export function alertIdentity(slot: string, createdAtMs: number): string {
  return `${slot}-${createdAtMs.toString(36)}`;
}

/** The slot of an alert by its identity; another alert may have it now. */
export function slotOf(identity: string): string {
  return identity.replace(/-[^-]*$/, '');
}
