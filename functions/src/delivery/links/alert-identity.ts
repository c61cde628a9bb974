/** Creation time in an `alertIdentity`, epoch ms. */
export function createdAtOf(identity: string): number {
  return parseInt(identity.slice(identity.lastIndexOf('-') + 1), 36);
}

/** The alert's slot, which another alert can have by now. */
export function slotOf(identity: string): string {
  return identity.replace(/-[^-]*$/, '');
}
