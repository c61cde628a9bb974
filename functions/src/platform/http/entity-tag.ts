/** True if `If-None-Match` has the tag, also as a weak one (`W/`), which CDNs make when they compress. */
export function namesTag(header: string | string[] | undefined, tag: string): boolean {
  const names = [header ?? []].flat().join().split(',');
  const tags = names.map((name) => name.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
