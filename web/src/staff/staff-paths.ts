import type { StaffPage } from '@byre/contract/staff/records'
import { paths } from '../paths.ts'

/** The back office's own addresses: the search, and a page for each kind of record. */
export const staffPaths = {
  search: () => paths.staff('').replace(/\/$/, ''),
  record: (page: StaffPage, id: string) => paths.staff(`${page}/${encodeURIComponent(id)}`),
}
