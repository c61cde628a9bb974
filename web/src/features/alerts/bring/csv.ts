/**
 * Parses at most `atMost` rows of a CSV text (RFC 4180). Quoted cells may contain delimiters, line breaks and
 * doubled quotes. The end of the text closes an open quote.
 */
export function readCsv(text: string, delimiter: string, atMost: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  /** True while the cell contains only blanks: a quote then begins a quoted cell. */
  let isBlank = true;
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length < atMost; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && isBlank) {
      cell = '';
      isBlank = false;
      isQuoted = true;
    } else if (letter === delimiter) {
      row.push(cell);
      cell = '';
      isBlank = true;
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text.charAt(at + 1) === '\n') at += 1;
      rows.push([...row, cell]);
      row = [];
      cell = '';
      isBlank = true;
    } else {
      cell += letter;
      isBlank &&= letter === ' ' || letter === '\t';
    }
  }
  if (rows.length < atMost && (cell !== '' || row.length > 0)) rows.push([...row, cell]);
  return rows;
}
