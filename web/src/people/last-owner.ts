import { useAsk } from '../lib/query.ts'
import { memberCalls, type PeopledSubject } from './place.ts'

/** Says why there is no leaving; what cannot be pressed is described by it. */
export const whyNotLeaveId = 'why-not-leave'

/** Whether the reader is a place's only Owner, who cannot leave it; false until that is known. */
export function useIsLastOwner(subject: PeopledSubject): boolean {
  const ownersFirst = { id: subject.id, page: 1, per_page: 2, sort: 'role' } as const
  const users = useAsk(memberCalls[subject.kind].list, subject.role === 'Owner' ? ownersFirst : null)
  const owners = users.data?.users.filter(({ role }) => role === 'Owner')
  return owners?.length === 1
}
