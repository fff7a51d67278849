/*
 * Table  caption (read, not shown) · columns [{ header, cell (row) => …, end? (numbers to the right), quietHeader? }] · rows · rowKey (row)
 *        · empty (what stands there without rows) · pageSize? · pageIn? (its page's name in the address)
 *        labelled cards under 640 px; printed with all its rows
 */
import { t } from '@byre/contract/words'
import type { ReactNode } from 'react'
import { usePageIn } from '../lib/in-address.ts'
import { usePrinting } from '../lib/printing.ts'
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
  pageIn?: string
}

export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  pageSize: wanted = rows.length,
  pageIn = 'page',
}: TableProps<Row>) {
  const pageSize = usePrinting() ? rows.length : wanted
  const pages = Math.max(1, Math.ceil(rows.length / Math.max(1, pageSize)))
  const [page, turnTo] = usePageIn(pageIn, pages)
  const table = useKeptFocus<HTMLTableElement>()
  if (rows.length === 0) return empty
  return (
    <>
      {/* The roles are written out: as cards the table loses them with its display. */}
      <div className="table-room">
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
            {rows.slice((page - 1) * pageSize, page * pageSize).map((row) => (
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
      </div>
      {pages > 1 && (
        <nav className="pages" aria-label={t`Pages of ${caption}`}>
          <Button disabled={page === 1} onClick={() => turnTo(page - 1)}>{t`Previous`}</Button>
          <span role="status">{t`Page ${page} of ${pages}`}</span>
          <Button disabled={page === pages} onClick={() => turnTo(page + 1)}>{t`Next`}</Button>
        </nav>
      )}
    </>
  )
}
