import { isWord, t } from '@byre/contract/words'
import { createElement, Fragment, type ReactNode } from 'react'

/** Two characters of the private area around the number of an element: a translation moves it to where it belongs. */
const mark = (at: number) => `\ue000${at}\ue001`
const marks = /\ue000(\d+)\ue001/

/** A sentence with elements in it, else like `t`: rich`${<strong>{name}</strong>} was removed.` */
export function rich(parts: TemplateStringsArray, ...values: ReactNode[]): ReactNode {
  const said = t(parts, ...values.map((value, at) => (isWord(value) ? value : mark(at))))
  // Every second piece is the number of an element.
  const pieces = said.split(marks).map((piece, at) => (at % 2 === 1 ? values[Number(piece)] : piece))
  return createElement(Fragment, null, ...pieces)
}
