import { plural, t } from '@byre/contract/words'
import { useState } from 'react'
import { useWidth } from '../../lib/width.ts'
import { Address } from '../address.tsx'
import './activity.css'

/** On a phone behind a chip: a line of activity is two lines there. */
export function Changes({ of: changes, network }: { of: readonly string[]; network: string }) {
  const isNarrow = useWidth('(width < 40rem)')
  const [isOpen, setOpen] = useState(false)
  const list = (
    <ul>
      {changes.map((change) => (
        <li key={change}>
          <Address>{change}</Address>
        </li>
      ))}
      {isNarrow && <li className="soft">{t`From ${network || t`nowhere that is known`}`}</li>}
    </ul>
  )
  if (!isNarrow) return list
  const face = t`${plural(changes.length, { zero: 'More', one: '# change', other: '# changes' })}`
  return (
    <>
      <button
        type="button"
        className="status activity-more"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen && list}
    </>
  )
}
