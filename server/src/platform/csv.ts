/*
 * Tables for other programs, by RFC 4180. A cell that a spreadsheet would read as a formula is led by an
 * apostrophe, which makes it a text there.
 */

const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

function cell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of a table, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Begins a table whose letters a spreadsheet reads rightly. */
export const csvBeginning = '\ufeff'
