import { IconPlus } from '@tabler/icons-react'
import { Unreachable } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { Exhibit } from './exhibit.tsx'

export function States() {
  return (
    <>
      <Exhibit name="EmptyState">
        <EmptyState
          title="No Sites"
          action={
            <ButtonLink to="/gallery" kind="primary" icon={IconPlus}>
              New Site
            </ButtonLink>
          }
        >
          The sites you own or were invited to will appear here.
        </EmptyState>
      </Exhibit>
      <Exhibit name="ErrorState">
        <ErrorState error={new Unreachable(null)} onRetry={() => toast.info('Trying again..')} />
      </Exhibit>
      <Exhibit name="Skeleton">
        <Skeleton />
        <div className="grid">
          <Skeleton height="8rem" />
          <Skeleton height="8rem" />
        </div>
      </Exhibit>
    </>
  )
}
