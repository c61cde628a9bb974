const MAX_EDITS = 2;

/**
 * Returns the field that a name probably misspells, or null. Ignores case. A field of one or two letters permits
 * fewer edits, because every short name would resemble it.
 */
export function misspelledField(name: string, fields: readonly string[]): string | null {
  const given = name.toLowerCase();
  const isNear = (field: string) => {
    const most = Math.min(MAX_EDITS, field.length - 1);
    // The comparison of lengths also bounds the work for a long name.
    return (
      Math.abs(given.length - field.length) <= most && isWithin(most, given, field.toLowerCase())
    );
  };
  return fields.find(isNear) ?? null;
}

/** True if so many inserted, deleted, replaced or transposed letters suffice. */
function isWithin(edits: number, one: string, other: string): boolean {
  if (one === other) return true;
  if (edits === 0) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  const left = edits - 1;
  return (
    isWithin(left, a.slice(1), b.slice(1)) ||
    isWithin(left, a.slice(1), b) ||
    isWithin(left, a, b.slice(1)) ||
    (a[0] === b[1] && a[1] === b[0] && isWithin(left, a.slice(2), b.slice(2)))
  );
}
