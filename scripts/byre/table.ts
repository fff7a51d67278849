import type { Said } from './said.ts'

/** What a command says as a table of plain text: a row a line, its columns lined up. */
export function tableOf(said: Exclude<Said, null>): string {
  const rows = Array.isArray(said) ? (said as readonly Readonly<Record<string, unknown>>[]) : [said]
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return 'None.'
  const lines = [
    columns,
    ...rows.map((row) => columns.map((column) => plain((row as Record<string, unknown>)[column]))),
  ]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

// What people typed must not steer the terminal.
// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const plain = (value: unknown) => String(value ?? '–').replace(/[\u0000-\u001f\u007f-\u009f]/g, '?')
