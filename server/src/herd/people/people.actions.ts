import type { AppReplyOf } from '@byre/contract/app-calls'
import type {
  endViewer as EndViewer,
  listPeople as ListPeople,
  makeViewer as MakeViewer,
  SitePerson,
} from '@byre/contract/herd/people'
import { siteRoleOf } from '@byre/contract/site-rights'
import { writeAudit } from '../../platform/audit/audit.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import { refuse } from '../../platform/errors.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { joined } from '../joined.policy.ts'
import { deleteViewer, findPerson, listPeople, putViewer, type PersonRow } from './people.queries.ts'

export async function answerPeople({
  db,
  caller,
}: SiteCall<typeof ListPeople, 'herd'>): Promise<AppReplyOf<typeof ListPeople>> {
  const rows = joined<PersonRow>(visited(await listPeople(db, caller)))
  return { people: rows.map(personOf) }
}

/** An Owner stays one, whatever was said of them before they became it. */
const personOf = ({ id, name, role, is_viewer }: PersonRow): SitePerson => ({
  id,
  name,
  role: siteRoleOf(is_viewer && role !== 'Owner' ? 'Viewer' : role),
  usual_role: siteRoleOf(role),
})

type Changing = SiteCall<typeof MakeViewer | typeof EndViewer, 'herd'>

/** Works from their next call on; again, it changes nothing. */
export const makeViewer = (doing: Changing) => change(doing, true)
export const endViewer = (doing: Changing) => change(doing, false)

/** Nobody shuts themselves out: nobody may be left to let them in again. */
async function change({ access, params, command, from }: Changing, isViewer: boolean): Promise<SitePerson> {
  const of = { ...access, id: params.id }
  return command.transaction(async (db) => {
    const [before] = await findPerson(db, of)
    if (!before) refuse('not_found')
    if (before.role === 'Owner' || before.id === access.user_id) refuse('role.insufficient')
    const after = personOf({ ...before, is_viewer: isViewer })
    const [changed] = await (isViewer ? putViewer : deleteViewer)(db, of)
    if (!changed) return after
    const roleOf = (person: SitePerson) => ({ user_id: person.id, role_in_the_app: person.role })
    await writeAudit(db, {
      actor_id: access.user_id,
      deed: isViewer ? 'makeViewer' : 'endViewer',
      kind: 'site',
      subject_id: access.site_id,
      before: roleOf(personOf({ ...before, is_viewer: !isViewer })),
      after: roleOf(after),
      from,
    })
    return after
  })
}
