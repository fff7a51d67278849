import { t } from '@byre/contract/words'
import type { Blocker } from '@byre/contract/people/leaving'
import { Link } from 'react-router'
import { paths } from '../paths.ts'

const kinds: Record<Blocker['kind'], string> = {
  site: t`Site`,
  clinic: t`Clinic`,
  billing_entity: t`Billing information`,
}
const pageOf: Record<Blocker['kind'], (id: string) => string> = {
  site: paths.site,
  clinic: paths.clinic,
  billing_entity: paths.billingEntity,
}
const ways: Record<Blocker['ways'][number], string> = {
  hand_over: t`hand it over to somebody who belongs to it`,
  invite: t`invite somebody who can take it over`,
  delete: t`delete it`,
}

/** What needs this person, each with its page and what can be done there. */
export function LeavingBlockers({ blockers }: { blockers: readonly Blocker[] }) {
  return (
    <>
      <p>{t`You are the last owner of these. Once each has another owner or is gone, you can delete your account.`}</p>
      <ul className="blockers">
        {blockers.map(({ kind, id, name, ways: open }) => (
          <li key={id}>
            <span className="soft">{kinds[kind]}</span> <Link to={pageOf[kind](id)}>{name}</Link>
            <span className="soft">: {open.map((way) => ways[way]).join(`${t`, or`} `)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
