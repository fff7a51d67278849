import { partOf } from '../ui/fetched/part.ts'

/* What the dashboard and the lists of places are put together from, fetched beside them: what comes first is no heavier than before. */

export const spendingPart = partOf(import('./spending-part.tsx'))
export const longListPart = partOf(import('./long-list.ts'))

/** Once all have come, since nothing on the dashboard moves when it is there. */
export const dashboardParts = partOf(
  Promise.all([
    import('./overview.tsx'),
    import('./place-list.tsx'),
    spendingPart.whenHere,
    longListPart.whenHere,
  ]).then(([overview, places]) => ({ ...overview, ...places })),
)
