/*
 * Facts       children (its Facts)       names and what they are, in two columns where there is room
 * Fact        name · children
 * MissingFacts of (names with what is known of each) · to? (where they are filled in; without it nothing is drawn)
 */
import { t } from '@byre/contract/words'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './facts.css'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What is not known takes no line of its own: one link names all of it. */
export function MissingFacts({ of, to }: { of: Readonly<Record<string, unknown>>; to: string | null }) {
  const missing = Object.keys(of).filter((name) => !of[name])
  if (to === null || missing.length === 0) return null
  return (
    <Link to={to} className="facts-missing">
      <IconPlus size={20} aria-hidden />
      {t`Add ${missing.join(', ')}`}
    </Link>
  )
}
