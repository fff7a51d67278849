import type { Context } from '../platform/context.ts'
export function tenants(_: Context<'tenants'>): { mayHaveCertificate(host: string): Promise<boolean> } { return { mayHaveCertificate: async () => false } }
