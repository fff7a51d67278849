import { t } from '@byre/contract/words'
import { searchRecords, type StaffHit } from '@byre/contract/staff/records'
import { useSearchParams } from 'react-router'
import { changed } from '../lib/in-address.ts'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Inside } from './inside.tsx'
import { stateWord } from './state-word.tsx'
import { recordLink } from './staff-paths.tsx'

const kinds: Record<StaffHit['kind'], string> = {
  account: t`Accounts`,
  site: t`Sites`,
  clinic: t`Clinics`,
  billing_entity: t`Billing information`,
  invoice: t`Invoices`,
  domain: t`Domains`,
  subdomain: t`Subdomains`,
  job: t`Jobs`,
}

/** `/staff`: one field, and what was found by kind. Looked for when it is asked for: each look is written down. */
export function SearchPage() {
  const [address, setAddress] = useSearchParams()
  const q = address.get('q') ?? ''
  // Asked without words as well: whether there is a back office at all is the server's to say.
  const search = useAsk(searchRecords, { q: q || null }, { keep: true })
  return (
    <Page title={t`Back office`} crumbs={[{ label: t`Dashboard`, to: paths.home() }]}>
      <Inside ask={search} skeleton={<Skeleton height="20rem" />} failed={t`The search could not be made.`}>
        {({ hits }) => (
          <>
            <FormShell
              schema={searchRecords.query}
              defaults={{ q }}
              send={async ({ q }) => {
                setAddress((now) => changed(now, { q: q?.trim() ?? '' }))
              }}
              onDone={() => undefined}
              submit={t`Search`}
              busy={t`Searching..`}
              guard={false}
              notice={false}
            >
              <TextField
                name="q"
                label={t`Find`}
                hint={t`An e-mail address, a name, a number, a domain, a subdomain or a queue, by how it begins; or an id.`}
                maxLength={100}
              />
            </FormShell>
            {q !== '' && <Hits hits={hits} />}
          </>
        )}
      </Inside>
    </Page>
  )
}

function Hits({ hits }: { hits: readonly StaffHit[] }) {
  if (hits.length === 0)
    return <EmptyState title={t`Nothing found`}>{t`Look for it by how it begins, or by its id.`}</EmptyState>
  return [...Map.groupBy(hits, ({ kind }) => kind)].map(([kind, ofKind]) => (
    <section key={kind} className="stack" aria-label={kinds[kind]}>
      <h2>{kinds[kind]}</h2>
      <Table
        caption={kinds[kind]}
        columns={[
          {
            header: t`Name`,
            cell: ({ page, id, name }: StaffHit) => recordLink(page, id, name),
          },
          { header: t`About`, cell: ({ of }: StaffHit) => of || null },
          { header: t`State`, cell: ({ state }) => stateWord(state) },
        ]}
        rows={ofKind}
        rowKey={({ page, id, name }) => `${page} ${id} ${name}`}
        empty={null}
      />
    </section>
  ))
}
