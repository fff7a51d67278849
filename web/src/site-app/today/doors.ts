import { IconBarcode, IconEye, IconFileImport, type Icon } from '@tabler/icons-react'
import type { SiteRight } from '@byre/contract/site-rights'
import { paths } from '../paths.ts'

export interface Door {
  title: string
  detail: string
  icon: Icon
  to: string
  /** Without it nothing is begun there. */
  right: SiteRight
}

/** The ways to begin, for a site without animals. */
export const doors: readonly Door[] = [
  {
    title: 'Bring your herd',
    detail: 'A spreadsheet of your animals, with their tags, weights and past treatments.',
    icon: IconFileImport,
    to: paths.import(),
    right: 'import',
  },
  {
    title: 'Scan as you go',
    detail: 'Nothing to set up. Scan a new tag and it becomes an animal.',
    icon: IconBarcode,
    to: paths.scan(),
    right: 'record',
  },
  {
    title: 'Look around',
    detail: 'Demo animals to try things on. You can remove them again.',
    icon: IconEye,
    to: paths.demo(),
    right: 'import',
  },
]
