/*
 * Tables for other programs, by RFC 4180. What a spreadsheet would read as a formula is led by an apostrophe,
 * which makes it a text there: at a cell's beginning, and after every sign at which a reader of another
 * country or with other settings begins a cell of its own, whatever is quoted.
 */

const formula = /(^|[,;|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

/** Money in hundredths, written with both its decimals. */
interface Cents {
  cents: number
}
type Cell = string | number | Cents

function cell(text: Cell): string {
  if (typeof text === 'number') return String(text)
  if (typeof text === 'object') return (text.cents / 100).toFixed(2)
  const harmless = text.replaceAll(formula, "$1'")
  return /[",\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of a table, with its end. A number or an amount stays one, also a negative one. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Begins a table whose mails a spreadsheet reads rightly. */
export const csvBeginning = '\ufeff'
