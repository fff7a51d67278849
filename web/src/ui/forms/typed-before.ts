import type { Texts } from './form-schema.ts'

/*
 * What was typed into markup that came with the page and is drawn anew instead of taken over: it stays, as does the
 * place of the cursor.
 */

interface Typed {
  texts: Texts
  /** The field with the cursor. */
  at: string
}

let kept: Typed = { texts: {}, at: '' }

/** The fields that say something else than they came with. */
export function typedInto(fields: Iterable<Element>): Texts {
  const texts: Texts = {}
  for (const field of fields)
    if (field instanceof HTMLInputElement && field.value !== field.defaultValue)
      texts[field.name] = field.value
  return texts
}

/** Before the markup goes. */
export function keepTyped(root: HTMLElement): void {
  const { activeElement } = document
  kept = {
    texts: typedInto(root.querySelectorAll('input')),
    at: activeElement instanceof HTMLInputElement ? activeElement.name : '',
  }
}

/** Once: for the form that is drawn in its place. */
export function takeTyped(): Typed {
  const typed = kept
  kept = { texts: {}, at: '' }
  return typed
}
