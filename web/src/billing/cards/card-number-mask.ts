import { isAmex } from '@byre/contract/billing/cards'
import { digitsOf, digitsOfLength, type Mask } from '../../ui/forms/masks.ts'

const dinersStart = /^30[0-59]/

/** 4-4-4-4, 4-6-5 from 34 or 37, 4-6-4 from 300–305 or 309; the form keeps the digits. */
export const cardNumberMask: Mask = {
  options: {
    mask: ({ value }) => {
      const digits = digitsOf(value)
      const groups = isAmex(digits) ? [4, 6, 5] : dinersStart.test(digits) ? [4, 6, 4] : [4, 4, 4, 4]
      return groups.flatMap((length, index) => [...(index > 0 ? [' '] : []), ...digitsOfLength(length)])
    },
  },
  read: digitsOf,
}
