/**
 * The part of `size` bytes that a Range header asks for: first and last place, both included. Null
 * for the whole, which is also the answer to what is not one simple range (RFC 9110, 14.2);
 * `unsatisfiable` where there is nothing.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return first > last ? 'unsatisfiable' : { first, last };
}
