/** Lines of CSV files (RFC 4180) that a spreadsheet may open. Pure. */

export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe; a phone number is none. */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=\-@\t\r]|^\+(?![\d•])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
