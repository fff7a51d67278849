import { Fragment } from 'react'

/** Longer than this, a part may break anywhere, or it would push everything else aside. */
const wholeAtMost = 20

/** An e-mail address, words with one, or a name: what is too long for its line ends after an @ or a dot. */
export function Address({ children }: { children: string }) {
  if (!children.includes('@')) return children
  const parts = [...children.matchAll(/[^@.]+[@.]*|[@.]+/g)]
  return (
    <span>
      {parts.map(({ 0: part, index: at }) => (
        <Fragment key={at}>
          {part.length > wholeAtMost ? part : <span className="address-part">{part}</span>}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
