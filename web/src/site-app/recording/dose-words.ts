import type { LabelUse } from '@byre/contract/herd/products'

/** A dose as the label prints it. */
export function doseWords(label: NonNullable<LabelUse['dose']>): string {
  if (label.kind === 'by volume') return `${label.volume} mL per ${label.per} ${label.unit}`
  const rate = label.least === label.most ? label.least : `${label.least} to ${label.most}`
  return `${rate} mg/kg, at ${label.strength} mg/mL`
}
