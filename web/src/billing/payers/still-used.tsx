import { t } from '@byre/contract/words'
import { Link } from 'react-router'
import type { Refusal } from '../../lib/refusal.ts'
import { paths } from '../../paths.ts'
import { billingDay } from '../billing-day.ts'

interface UsedBy {
  kind: 'site' | 'clinic'
  id: string
  name: string
  /** Where another payer follows it. */
  pays_until?: string
}

/** What a payer still pays for, where that keeps it from being removed. */
export const stillUsed = ({ message, answer }: Refusal) => (
  <StillUsed sentence={message} places={placesIn(answer)} />
)

const StillUsed = ({ sentence, places }: { sentence: string; places: readonly UsedBy[] }) => (
  <>
    <p>{sentence}</p>
    <ul className="differences">
      {places.map(({ kind, id, name, pays_until }) => (
        <li key={id}>
          <Link className="wide-target" to={kind === 'site' ? paths.site(id) : paths.clinic(id)}>
            {name}
          </Link>
          {pays_until && <span className="soft">{t`, paid until ${billingDay(pays_until)}`}</span>}
        </li>
      ))}
    </ul>
  </>
)

/** The refusal carries more than words: what it still pays for. */
function placesIn(answer: unknown): UsedBy[] {
  const { used_by: places } = answer as { used_by?: unknown }
  return Array.isArray(places) ? (places as UsedBy[]) : []
}
