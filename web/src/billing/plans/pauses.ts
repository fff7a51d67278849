/** The first days of the months after a paid period, up to a year of its end: `2027-03-01`. */
export function firstsOfMonths(periodEnd: string): string[] {
  const end = new Date(periodEnd)
  return Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1 + month, 1)).toISOString().slice(0, 10),
  )
}
