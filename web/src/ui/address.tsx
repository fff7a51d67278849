import { Fragment } from 'react'

/** Longer than this, a part may break anywhere, or it would push everything else aside. */
const wholeAtMost = { address: 20, words: 12 }
const part = { address: /[^@.]+[@.]*|[@.]+/g, words: /[^\s-]+[\s-]*|[\s-]+/g }

/**
 * An e-mail address, words with one, or a name: what is too long for its line ends after an @ or a dot,
 * a name between its words.
 */
export function Address({ children }: { children: string }) {
  const is = children.includes('@') ? 'address' : 'words'
  return (
    <span>
      {[...children.matchAll(part[is])].map(({ 0: text, index: at }) => (
        <Fragment key={at}>
          {text.length > wholeAtMost[is] ? text : <span className="address-part">{text}</span>}
          {is === 'address' && <wbr />}
        </Fragment>
      ))}
    </span>
  )
}
