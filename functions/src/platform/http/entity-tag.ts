/**
 * True if `If-None-Match` names the tag. It may be a weak tag (`W/`) or end in the name of an encoding
 * (`-gzip`, `;gzip`), because proxies and feed readers that compress change tags in these ways.
 */
export function namesTag(header: string | string[] | undefined, tag: string): boolean {
  const names = [header ?? []].flat().join().split(',');
  const tags = names.map((name) => name.trim().replace(/^W\//, ''));
  const bare = tags.map((name) => name.replace(/[-;](gzip|br|deflate|zstd)"$/, '"'));
  return tags.includes(tag) || bare.includes(tag) || tags.includes('*');
}
