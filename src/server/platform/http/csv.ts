/** Lines of CSV files (RFC 4180) that a spreadsheet may open, and rows of those that one wrote. Pure. */

export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * What begins a formula in a spreadsheet, at the beginning of a text or behind what some take for the end of a cell, whatever
 * blanks and other invisible characters stand before it; East Asian ones take the full-width signs. A phone number is none.
 */
const before = String.raw`(^|[;\t\r\n|])((?:(?![\t\r\n])[\p{Zs}\p{Cc}\p{Cf}])*)`;
const sign = String.raw`(?=[=\-@＝＋－＠]|\+(?![\d•][\d• ]*(?:$|[;,\r\n])))`;
const formula = new RegExp(before + sign, 'gu');
const escapedFormula = new RegExp(`${before}'${sign}`, 'gu');

/** A cell as it was before a spreadsheet was kept from reading it as a formula. */
export const withFormulas = (text: string): string =>
  text.replaceAll(escapedFormula, '$1$2').replace(/^'(?=[\t\r])/, '');

/** With an apostrophe before what would be a formula. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const safe = (value ?? '').replaceAll(formula, "$1$2'").replace(/^[\t\r]/, "'$&");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of a text, however they end. */
export function countLines(text: string): number {
  let lines = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // A line feed behind a carriage return ends the same line.
    if (code === 13 || (code === 10 && text.charCodeAt(at - 1) !== 13)) lines += 1;
  }
  return lines;
}

/** A row of a CSV text, with the number of its first line; `isClosed` is false where a quotation mark is never closed. */
export type CsvRow = { line: number; cells: string[]; isClosed: boolean };

/** Rows separated by what the first line has most of: commas, semicolons (as some spreadsheets write), or tabs. Empty lines are none. */
export function* readCsv(text: string): Generator<CsvRow, void> {
  const separator = separatorOf(text.slice(0, maxFirstLine).split(/[\r\n]/, 1)[0] ?? '');
  const delimiter = new RegExp(`[${separator}\r\n]`, 'g');
  const endOfCell = (from: number) => {
    delimiter.lastIndex = from;
    return delimiter.exec(text)?.index ?? text.length;
  };
  let line = 1;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const row: CsvRow = { line, cells: [], isClosed: true };
    for (let isRow = true; isRow; ) {
      const quoted = text[at] === '"' ? readQuoted(text, at) : null;
      // A row whose quotation mark is open ends with its line: those below it can be read.
      if (text[at] === '"' && quoted === null) row.isClosed = false;
      const end = endOfCell(quoted?.end ?? at);
      row.cells.push(quoted === null ? text.slice(at, end) : quoted.value + text.slice(quoted.end, end));
      line += quoted?.breaks ?? 0;
      isRow = text[end] === separator;
      at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    }
    line += 1;
    if (row.cells.some((cell) => cell.trim() !== '')) yield row;
  }
}

const maxFirstLine = 10_000;

function separatorOf(line: string): string {
  const count = (mark: string) => line.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** The value of a quoted cell, where it ends, and its line breaks; null where its quotation mark is not closed. */
function readQuoted(text: string, start: number): { value: string; end: number; breaks: number } | null {
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return null;
    if (text[quote + 1] !== '"') {
      const value = text.slice(start + 1, quote).replaceAll('""', '"');
      return { value, end: quote + 1, breaks: value.split('\n').length - 1 };
    }
    at = quote + 2;
  }
}
