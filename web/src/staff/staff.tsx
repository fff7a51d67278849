import { useParams } from 'react-router'
import { paths } from '../paths.ts'
import { NotFound } from '../ui/states.tsx'
import { AccountPage } from './account-page.tsx'
import { InvoicePage } from './invoice-page.tsx'
import { JobPage } from './job-page.tsx'
import { BillingEntityPage } from './billing-entity-page.tsx'
import { PlacePage } from './place-page.tsx'
import { SearchPage } from './search-page.tsx'

/** `/staff` and what is below it: the back office. Whoever may not come in is told by the server that there is none. */
export function Component() {
  const [page = '', id = '', ...more] = (useParams()['*'] ?? '').split('/').filter(Boolean)
  if (page === '') return <SearchPage />
  if (id && more.length === 0) {
    if (page === 'account') return <AccountPage key={id} id={id} />
    if (page === 'site' || page === 'clinic') return <PlacePage key={id} kind={page} id={id} />
    if (page === 'billing_entity') return <BillingEntityPage key={id} id={id} />
    if (page === 'invoice') return <InvoicePage key={id} id={id} />
    if (page === 'job') return <JobPage key={id} id={id} />
  }
  return <NotFound home={paths.home()} />
}
