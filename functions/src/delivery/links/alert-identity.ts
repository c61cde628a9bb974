/** When the alert with this identity (`alertIdentity`) was saved, epoch milliseconds. */
export function createdAtOf(identity: string): number {
  return parseInt(identity.slice(identity.lastIndexOf('-') + 1), 36);
}

/** The alert's slot, which may hold another alert by now. */
export function slotOf(identity: string): string {
  return identity.replace(/-[^-]*$/, '');
}
