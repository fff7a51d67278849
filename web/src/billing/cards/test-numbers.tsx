import { t } from '@byre/contract/words'
import { Banner } from '../../ui/banner.tsx'
import '../../ui/fold.css'

/** Shown wherever card details come to us: such a portal takes no real card. */
export function TestNumbers() {
  return (
    <Banner is="info">
      <p>{t`No real money moves here.`}</p>
      <details className="fold">
        <summary>{t`Test numbers`}</summary>
        <p>{t`With any later month and any security code, try:`}</p>
        <ul className="differences figures">
          <li>{t`4242 4242 4242 4242, a Visa that pays`}</li>
          <li>{t`5555 5555 5555 4444, a Mastercard that pays`}</li>
          <li>{t`4000 0025 0000 3155, your bank asks you first`}</li>
          <li>{t`4000 0027 6000 3184, your bank asks at each payment`}</li>
          <li>{t`4000 0000 0000 0002, declined`}</li>
          <li>{t`4000 0000 0000 9995, not enough funds`}</li>
          <li>{t`4000 0000 0000 0069, expired`}</li>
          <li>{t`4000 0000 0000 0341, kept, then declines to pay`}</li>
          <li>{t`4000 0000 0000 5019, takes seconds to pay`}</li>
          <li>{t`4000 0000 0000 5027, pays, but its answer gets lost`}</li>
        </ul>
      </details>
    </Banner>
  )
}
