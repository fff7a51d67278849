import { phoneDigits } from '@byre/contract/phones'
import { tidyPostalCode } from '@byre/contract/addresses'
import { maskitoTransform, type MaskitoOptions } from '@maskito/core'

/** What may be typed, and what of it the form keeps. */
export interface Mask {
  options: MaskitoOptions
  /** From the text on screen to the value in the form; the text itself when absent. */
  read?: (text: string) => string
  /** What is said of a text that was cut, until the next key; null where nothing was. */
  cut?: (text: string) => string | null
}

const digit = /\d/
const letter = /[a-z]/i
export const digitsOf = (text: string) => text.replace(/\D/g, '')
export const digitsOfLength = (length: number) => Array.from({ length }, () => digit)

/** `(403) 555-0123`; the form keeps ten digits. A pasted, filled-in or typed +1 is dropped. */
export const phoneMask: Mask = {
  options: {
    mask: ['(', ...digitsOfLength(3), ')', ' ', ...digitsOfLength(3), '-', ...digitsOfLength(4)],
    preprocessors: [
      ({ elementState, data }) => {
        const { value, selection } = elementState
        const [from, to] = selection
        const whole = digitsOf(value.slice(0, from) + data + value.slice(to))
        const prefixed = /^\s*\+\s*1/.test(data || value) || (whole.length === 11 && whole.startsWith('1'))
        if (!prefixed || !whole.startsWith('1')) return { elementState, data }
        const national = whole.slice(1)
        // A filled-in value comes without data; a pasted one is refused when nothing of its data is left.
        return data === ''
          ? { elementState: { value: national, selection: [national.length, national.length] }, data }
          : { elementState: { value: '', selection: [0, 0] }, data: national }
      },
    ],
  },
  read: (text) => phoneDigits(text),
}

const zipMask: Mask = { options: { mask: digitsOfLength(5) } }

const postalCodeMask: Mask = {
  options: {
    mask: [letter, digit, letter, ' ', digit, letter, digit],
    postprocessors: [({ value, selection }) => ({ value: value.toUpperCase(), selection })],
  },
}

const anyPostalCode: Mask = { options: { mask: /^.{0,20}$/ }, read: tidyPostalCode }

/** 11111 for the USA, A1A 1A1 for Canada, anything short where the country is not known. */
export function postalMaskFor(country: string | null | undefined): Mask {
  return country === 'USA' ? zipMask : country === 'Canada' ? postalCodeMask : anyPostalCode
}

type Tidy = (text: string) => string

/** Text that is put right while it is typed; `inserted` judges a key or a paste by itself, before it is in its place. */
export const textMask = (shape: RegExp, tidy: Tidy, inserted: Tidy = tidy): Mask => ({
  options: {
    mask: shape,
    preprocessors: [
      ({ elementState: { value, selection }, data }) => ({
        elementState: { value: tidy(value), selection },
        data: inserted(data),
      }),
    ],
    postprocessors: [({ value, selection }) => ({ value: tidy(value), selection })],
  },
})

export const digitsMask = (length: number): Mask => ({ options: { mask: digitsOfLength(length) } })

/** How a form's value looks under a mask. */
export const shownAs = (value: string, mask: Mask) => maskitoTransform(value, mask.options)

export const readFrom = (text: string, mask: Mask) => mask.read?.(text) ?? text
