/**
 * The rows of a CSV text (RFC 4180); quotes may hold delimiters, line breaks and doubled quotes. A quote that is
 * not closed ends with the text. `atMost` rows are read.
 */
export function readCsv(text: string, delimiter: string, atMost: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  /** Only blanks so far: a quote would open the cell. */
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

/** Spreadsheets run what begins so as a formula. The apostrophe itself, so that each escape can be taken back. */
const FORMULA = /^[=+\-@\t\r']/;
const ESCAPED = /^'(?=[=+\-@\t\r'])/;

/** CSV that spreadsheets open without running anything in it; `readCell` takes the escapes back. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function readCell(cell: string): string {
  return cell.replace(ESCAPED, '');
}
