/*
 * The tables of docs/security.md, as tests read them: `| A01 |`, `| D01, D02 |` or `| I01–I11 |` in the first
 * column of 'Held now'.
 */

/** `A01`, or every id of `I01–I11`. */
function idsOf(cell: string): string[] {
  return cell.split(',').flatMap((part) => {
    const [first, last] = part.trim().split('–') as [string, string?]
    if (!last) return [first]
    const from = Number(first.slice(1))
    return Array.from(
      { length: Number(last.slice(1)) - from + 1 },
      (_, at) => `${first[0]}${String(from + at).padStart(2, '0')}`,
    )
  })
}

/** The ids of the controls that the page says are held. */
export function heldControls(page: string): string[] {
  const [, held = ''] = page.split(/^## /m)
  return [...held.matchAll(/^\| ([A-Z]\d\d[^|]*) \|/gm)].flatMap((row) => idsOf(row[1]!))
}
