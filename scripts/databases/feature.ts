/** What is known of one feature on one database. */
export interface Support {
  is: 'works' | 'replaced' | 'fails' | 'unknown'
  /** What to know, such as from which version on, or what stands in for it. */
  but?: string
  /** Where that is written; none: nobody has said it. */
  source?: string
}

export interface Feature {
  name: string
  /** What it is used for here. */
  why: string
  /** How it looks in a statement, or in the builder of statements. */
  looks: RegExp
  /** The only files that may use it; `anywhere`: all databases named here have it. */
  files: readonly string[] | 'anywhere'
  /** Statements that use it, tried one after the other by `node scripts/databases.ts --try URL`. */
  tries: readonly string[]
  yugabyte: Support
  cockroach: Support
}

/** What no statement may use. */
export interface Absent {
  name: string
  looks: RegExp
  why: string
}

export const works = (source: string, but?: string): Support => ({ is: 'works', source, but })
export const fails = (source: string, but?: string): Support => ({ is: 'fails', source, but })
export const unknown: Support = { is: 'unknown' }
export const replaced = (source: string | undefined, but: string): Support => ({
  is: 'replaced',
  source,
  but,
})
