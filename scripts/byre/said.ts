/** What a command says: one thing, many, or null where there is no such thing. */
export type Said = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[] | null
