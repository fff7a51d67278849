/* Network  of (an address, IPv6 as its /64)     broken only where a part of it ends */
import { Fragment } from 'react'

export function Network({ of: address }: { of: string }) {
  const ends = [...address.matchAll(/:|$/g)].map(({ index }) => index + 1)
  return (
    <span className="network figures">
      {ends.map((end, n) => (
        <Fragment key={end}>
          {address.slice(ends[n - 1] ?? 0, end)}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
