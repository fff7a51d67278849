import type { Context } from '../platform/context.ts'
export function species(_: Context<'species'>): void {}
