import type { Instant } from './dates.ts'
import type { Commodity } from './figures.ts'
import type { Because, Hold } from './withdrawal.ts'

/** An animal as a ship list meets it. */
export interface AtGate {
  id: string
  /** For the planned load time and the market of the destination. */
  holds: readonly Hold[]
  /** What else keeps it here: dead, gone, a tag that two bear, unread. */
  obstacles: readonly string[]
  /** Who lets it pass in spite of its holds, and why: printed on the sheet, it moves no clock. */
  override?: { by: string; reason: string }
}

export interface Passage {
  id: string
  passes: boolean
  isOverridden: boolean
  /** What holds it, also where it is let pass. */
  because: Because[]
  obstacles: readonly string[]
}

/**
 * Which animals of a load may leave at its planned time: at the very moment a hold ends it is over. An override lets a held
 * animal pass, and nothing lets one pass that is not there.
 */
export function gate(animals: readonly AtGate[], loadAt: Instant, commodity: Commodity = 'meat'): Passage[] {
  return animals.map(({ id, holds, obstacles, override }) => {
    const hold = holds.find((one) => one.commodity === commodity)
    const because = (hold?.because ?? []).filter(({ clearAt }) => clearAt === null || clearAt > loadAt)
    const isHeld = hold === undefined || because.length > 0
    const isOverridden = isHeld && hold !== undefined && (override?.reason.trim() ?? '') !== ''
    return {
      id,
      passes: obstacles.length === 0 && (!isHeld || isOverridden),
      isOverridden,
      because,
      obstacles,
    }
  })
}
