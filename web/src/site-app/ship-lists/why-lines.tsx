import { Link } from 'react-router'
import '../line-link.css'
import { paths } from '../paths.ts'
import { clearMoment, useZone } from '../times.ts'
import type { WhyNot } from './reasons.ts'

interface WhyLinesProps {
  of: readonly WhyNot[]
  animal: string
}

/** Each reason, until when, and for which markets; what was recorded leads to its event on the animal's page. */
export function WhyLines({ of: all, animal }: WhyLinesProps) {
  const zone = useZone()
  return (
    <ul className="why-not">
      {all.map((one) => (
        <li key={`${one.event} ${one.words}`}>
          {one.event === null ? (
            one.words
          ) : (
            <>
              <Link className="line-link" to={`${paths.animal(animal)}#event-${one.event}`}>
                {one.words}
              </Link>
              <span className="soft why-until">
                {one.isEndless
                  ? 'Without an end'
                  : one.until &&
                    `Until ${clearMoment(one.until, zone)}${one.isProvisional ? ', if its course goes as planned' : ''}`}
                {`, ${one.markets.join(' and ')}`}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
