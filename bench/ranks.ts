/** How likely two samples of one and the same thing would differ as much as these (Mann-Whitney, two-sided). */
export function rankTest(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, of: a })), ...b.map((value) => ({ value, of: b }))].sort(
    (x, y) => x.value - y.value,
  )
  let rankSum = 0
  let ties = 0
  for (let from = 0; from < all.length;) {
    let to = from
    while (to < all.length && all[to]!.value === all[from]!.value) to++
    const rank = (from + 1 + to) / 2
    for (const one of all.slice(from, to)) if (one.of === a) rankSum += rank
    const tied = to - from
    ties += tied ** 3 - tied
    from = to
  }
  const n = all.length
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt(((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1))))
  return deviation === 0 ? 1 : Math.min(1, 2 * upperTail(Math.abs(u - mean) / deviation))
}

/** The share of a normal distribution above z (Abramowitz and Stegun 26.2.17, good to 7 decimals). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce(
    (sum, factor) => (sum + factor) * t,
    0,
  )
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
