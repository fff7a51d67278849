import { t } from '@byre/contract/words'
import { Component, type ReactNode } from 'react'
import { askAgain } from '../lib/query.ts'
import { isNotFound } from '../lib/refusal.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

interface UntilGoneProps {
  /** What the page is called, once what it shows was there; null before. */
  known: string | null
  /** What stands around it goes, too. */
  onGone: () => void
  children: ReactNode
}

/**
 * A page whose thing is gone for its reader while it is open: they were removed, or it was deleted.
 * What was never there is 'That page cannot be found', as everywhere.
 */
export class UntilGone extends Component<UntilGoneProps, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch() {
    // The menu and the lists lose it, too.
    if (!this.isGone()) return
    askAgain()
    this.props.onGone()
  }

  isGone() {
    return isNotFound(this.state.error) && this.props.known !== null
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!this.isGone()) throw error
    return (
      <div role="alert">
        <EmptyState
          title={t`You no longer have access to this`}
          action={<ButtonLink to={paths.home()} kind="primary">{t`Take me home`}</ButtonLink>}
        >{t`You were removed from ${this.props.known ?? ''}, or it was deleted. Its Owners can tell you more.`}</EmptyState>
      </div>
    )
  }
}
