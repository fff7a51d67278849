/*
 * Table  caption (read, not shown) · columns [{ header, cell (row) => …, end? (numbers to the right), quietHeader? }] · rows · rowKey (row)
 *        · empty (what stands there without rows) · pageSize?          labelled cards under 640 px
 */
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { useKeptFocus } from './kept-focus.ts'
import './pages.css'
import './table.css'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  end?: boolean
  /** The header is read but not shown: a column of buttons. */
  quietHeader?: boolean
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  empty: ReactNode
  pageSize?: number
}

export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  pageSize = rows.length,
}: TableProps<Row>) {
  const [turned, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(rows.length / Math.max(1, pageSize)))
  const page = Math.min(turned, pages - 1)
  const table = useKeptFocus<HTMLTableElement>()
  if (rows.length === 0) return empty
  return (
    <>
      {/* The roles are written out: as cards the table loses them with its display. */}
      <table role="table" className="table" ref={table} tabIndex={-1}>
        <caption className="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.header} role="columnheader" scope="col" data-end={column.end}>
                <span className={column.quietHeader ? 'unseen' : undefined}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.slice(page * pageSize, (page + 1) * pageSize).map((row) => (
            <tr role="row" key={rowKey(row)}>
              {columns.map((column) => {
                const cell = column.cell(row)
                return (
                  <td
                    key={column.header}
                    role="cell"
                    data-end={column.end}
                    data-quiet={column.quietHeader}
                    data-bare={cell === null}
                  >
                    <span className="cell-label" aria-hidden>
                      {column.header}
                    </span>
                    {cell}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {pages > 1 && (
        <nav className="pages" aria-label={`Pages of ${caption}`}>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span role="status">
            Page {page + 1} of {pages}
          </span>
          <Button disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </>
  )
}
