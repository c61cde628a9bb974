/** Spreadsheets run cells with these beginnings as formulas; Excel treats full-width operators like ASCII. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n']/;
/** Matches the apostrophe of an escaped cell. The apostrophe itself is escaped, too, so that every escape can be undone. */
const ESCAPED = /^'(?=[=+\-@＝＋－＠\t\r\n'])/;

/** Escapes formulas with an apostrophe, because spreadsheets would run them. `readCell` removes the apostrophe. */
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
