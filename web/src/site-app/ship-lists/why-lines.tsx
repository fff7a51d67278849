import { Link } from 'react-router'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { FoldAway } from '../fold-away.tsx'
import '../line-link.css'
import { paths } from '../paths.ts'
import { clearMoment, useZone } from '../times.ts'
import type { WhyNot } from './reasons.ts'

interface WhyLinesProps {
  of: readonly WhyNot[]
  animal: string
}

/** Each reason, until when, and for which markets; what was recorded leads to its event on the animal's page. On a phone the first, the others folded. */
export function WhyLines({ of: all, animal }: WhyLinesProps) {
  const isPhone = !useWidth(beyondPhone)
  const shown = isPhone ? all.slice(0, 1) : all
  const rest = all.slice(shown.length)
  return (
    <>
      <ul className="why-not">
        {shown.map((one) => (
          <WhyLine
            key={`${one.event} ${one.words}`}
            of={one}
            animal={animal}
            isTold={isPhone && all.length === 1 && !one.isProvisional}
          />
        ))}
      </ul>
      {rest.length > 0 && (
        <FoldAway summary={rest.length === 1 ? '1 more reason' : `${rest.length} more reasons`}>
          <ul className="why-not">
            {rest.map((one) => (
              <WhyLine key={`${one.event} ${one.words}`} of={one} animal={animal} />
            ))}
          </ul>
        </FoldAway>
      )}
    </>
  )
}

interface WhyLineProps {
  of: WhyNot
  animal: string
  /** Its row says already until when. */
  isTold?: boolean
}

function WhyLine({ of: one, animal, isTold = false }: WhyLineProps) {
  const zone = useZone()
  if (one.event === null) return <li>{one.words}</li>
  return (
    <li>
      <Link className="line-link" to={`${paths.animal(animal)}#event-${one.event}`}>
        {one.words}
      </Link>
      {!isTold && (
        <span className="soft why-until">
          {one.isEndless
            ? 'No end date'
            : one.until &&
              `Until ${clearMoment(one.until, zone)}${one.isProvisional ? ', if its course goes as planned' : ''}`}
          {`, ${one.markets.join(' and ')}`}
        </span>
      )}
    </li>
  )
}
