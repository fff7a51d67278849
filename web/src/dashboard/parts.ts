import { partOf } from '../lib/part.ts'

/* What the dashboard and the lists of places are put together from, fetched beside them: what comes first is no heavier than before. */

export const overviewPart = partOf(import('./overview.tsx'))
export const spendingPart = partOf(import('./spending-part.tsx'))
export const placeListPart = partOf(import('./place-list.tsx'))
export const placeTablePart = partOf(import('./place-table.tsx'))
export const placeChoicesPart = partOf(import('./place-choices.tsx'))

/** All of them, since nothing on the dashboard moves once it is there. */
export const dashboardParts = partOf(
  Promise.all(
    [overviewPart, spendingPart, placeListPart, placeTablePart, placeChoicesPart].map(
      ({ whenHere }) => whenHere as Promise<unknown>,
    ),
  ),
)
