import pg from 'pg'

/** The five-character SQLSTATE of an error that PostgreSQL gave, else undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The constraint or unique index that an insert or update ran into, else undefined. */
export function violated(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && ['23505', '23503', '23514'].includes(error.code ?? '')
    ? error.constraint
    : undefined
}
