/** Compressing proxies and feed readers return tags as weak (`W/`) or with a suffix (`-gzip`, `;gzip`). */
export function matchesTag(header: string | string[] | undefined, tag: string): boolean {
  const parts = [header ?? []].flat().join().split(',');
  const tags = parts.map((part) => part.trim().replace(/^W\//, ''));
  const bare = tags.map((each) => each.replace(/[-;](gzip|br|deflate|zstd)"$/, '"'));
  return tags.includes(tag) || bare.includes(tag) || tags.includes('*');
}
