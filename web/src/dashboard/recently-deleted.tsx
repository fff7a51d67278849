import { t } from '@byre/contract/words'
import { useFoldIn } from '../lib/in-address.ts'
import type { Kind } from '../products.ts'
import { fetched } from '../ui/fetched/fetched.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import '../ui/fold.css'

const DeletedList = fetched(
  async () => (await import('./deleted-list.tsx')).DeletedList,
  <Skeleton height="6rem" />,
)

/** Folded away, and asked for only when somebody opens it; `deleted=1` in the address is that it is open. */
export function RecentlyDeleted({ kind }: { kind: Kind }) {
  const fold = useFoldIn('deleted')
  return (
    <details className="fold" {...fold}>
      <summary>{t`Recently deleted`}</summary>
      {fold.open && <DeletedList kind={kind} />}
    </details>
  )
}
