import type { Context } from '../platform/context.ts'
import type { Billing } from '../customers/ports.ts'
export function payments(_: Context<'payments'>): Billing { return {} as Billing }
