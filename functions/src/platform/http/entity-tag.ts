/**
 * Whether an `If-None-Match` names the entity tag, which a CDN that compresses may have made a weak one.
 */
export function namesTag(header: string | string[] | undefined, tag: string): boolean {
  const names = [header ?? []].flat().join().split(',');
  const tags = names.map((name) => name.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
