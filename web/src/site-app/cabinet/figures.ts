import type { LabelUse } from '@byre/contract/herd/products'

type LabelFigure = LabelUse['figures'][number]

/** What a label says of one commodity, in words. */
export function figureWords(figure: LabelFigure): string {
  const of = `${figure.commodity[0]!.toUpperCase()}${figure.commodity.slice(1)}`
  switch (figure.kind) {
    case 'days':
      return `${of} ${counted(figure.days, 'day')}`
    case 'hours':
      return `${of} ${counted(figure.hours, 'hour')}`
    case 'zero':
      return `${of} no withdrawal`
    case 'milkings':
      return `${of} ${counted(figure.milkings, 'milking')}`
    case 'after_calving':
      return `${of} ${counted(figure.hours, 'hour')} after calving, dry for ${counted(figure.dryDays, 'day')}`
    case 'not_established':
      return `${of} not established: holds`
    case 'prohibited':
      return `${of} prohibited: holds`
    case 'unknown':
      return `${of} unknown: holds`
  }
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Where a product has been read of in no country, nothing clears it. */
export const unknownHolds = 'Unknown: holds'
