import type { Context } from '../platform/context.ts'
import type { Billing } from './ports.ts'
export type { Billing, Payer, Place } from './ports.ts'
export function customers(_: Context<'customers'>, _ports: { billing: Billing }): void {}
