import type { Subscription } from '@byre/contract/subscriptions'
import { formatDate } from '../lib/format.ts'
import type { StatusKind } from '../ui/badge.tsx'

/** How a subscription stands, in a word or two. */
export function standingOf({ status, trial_ends_at: end }: Subscription): { is: StatusKind; words: string } {
  switch (status) {
    case 'trialing':
      return { is: 'info', words: end ? `Free trial until ${formatDate(end)}` : 'Free trial' }
    case 'active':
      return { is: 'success', words: 'Active' }
    case 'past_due':
      return { is: 'warning', words: 'Payment overdue' }
    case 'read_only':
      return { is: 'warning', words: 'Read-only until it is paid' }
    case 'stopped':
      return { is: 'danger', words: 'Stopped until it is paid' }
    case 'canceled':
      return { is: 'danger', words: 'Canceled' }
  }
}
