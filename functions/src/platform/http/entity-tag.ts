/**
 * True if `If-None-Match` names the tag, also as a weak tag (`W/`) or with the name of an encoding at its end
 * (`-gzip`, `;gzip`): proxies and readers that compress make both.
 */
export function namesTag(header: string | string[] | undefined, tag: string): boolean {
  const names = [header ?? []].flat().join().split(',');
  const tags = names.map((name) => name.trim().replace(/^W\//, ''));
  const bare = tags.map((name) => name.replace(/[-;](gzip|br|deflate|zstd)"$/, '"'));
  return tags.includes(tag) || bare.includes(tag) || tags.includes('*');
}
