/** Calls to Byre's API by their names, each with the types of what it takes, gives and may refuse. */
export { createClient } from './client.ts'
export type { Answer, CallOptions, Client, ClientOptions, InputOf } from './client.ts'
export { CallError } from './errors.ts'
export type { ClientCode, FieldError } from './errors.ts'
export type * from './api.ts'
