import type { StaffPage } from '@byre/contract/staff/records'
import { Link } from 'react-router'
import { paths } from '../paths.ts'

/** The back office's own addresses: the search, and a page for each kind of record. */
export const staffPaths = {
  search: () => paths.staff('').replace(/\/$/, ''),
  record: (page: StaffPage, id: string) => paths.staff(`${page}/${encodeURIComponent(id)}`),
}

/** A record's name, leading to its page. */
export const recordLink = (page: StaffPage, id: string, name: string) => (
  <Link to={staffPaths.record(page, id)}>{name}</Link>
)
