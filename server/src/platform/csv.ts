/*
 * Tables for other programs, by RFC 4180. A cell that a spreadsheet would read as a formula is led by an
 * apostrophe, which makes it a text there.
 */

const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

function cell(text: string | number): string {
  if (typeof text === 'number') return String(text)
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of a table, with its end. A number stays one, also a negative one. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Begins a table whose letters a spreadsheet reads rightly. */
export const csvBeginning = '\ufeff'
