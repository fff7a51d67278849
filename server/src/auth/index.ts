import type { Context } from '../platform/context.ts'
export function auth(_: Context<'auth'>): void {}
