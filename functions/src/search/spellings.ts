/** What mistyped words are made of; what is folded (`tokensOf`) needs no others. */
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Every word that is one slip of the fingers away: a letter too many, too few, another, or two swapped. */
export function spellingsOf(word: string): string[] {
  const letters = Array.from(word);
  const found = new Set<string>();
  const put = (at: number, removed: number, added: string) =>
    found.add([...letters.slice(0, at), added, ...letters.slice(at + removed)].join(''));
  for (let at = 0; at <= letters.length; at += 1) {
    for (const letter of LETTERS) put(at, 0, letter);
    if (at === letters.length) continue;
    put(at, 1, '');
    for (const letter of LETTERS) put(at, 1, letter);
    if (at + 1 < letters.length) put(at, 2, `${letters[at + 1] ?? ''}${letters[at] ?? ''}`);
  }
  found.delete(word);
  return [...found];
}

/** How many letters must be added, taken away or changed to make one word of the other. */
export function editDistance(one: string, other: string): number {
  const [rows, columns] = [Array.from(one), Array.from(other)];
  let above = columns.map((_, index) => index + 1);
  for (const [index, letter] of rows.entries()) {
    const row: number[] = [];
    for (const [column, against] of columns.entries()) {
      const corner = column === 0 ? index : (above[column - 1] ?? 0);
      const left = column === 0 ? index + 1 : (row[column - 1] ?? 0);
      const changed = corner + (letter === against ? 0 : 1);
      row.push(Math.min(changed, left + 1, (above[column] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? rows.length;
}
