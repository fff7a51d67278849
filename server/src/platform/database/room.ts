import pg from 'pg'

const remembersMs = 10_000
let lackedAt = -Infinity

/** Remembers that PostgreSQL had no room for what it was to write: reading does not find that out. */
export function noteLackOfRoom(error: unknown): void {
  if (error instanceof pg.DatabaseError && error.code === '53100') lackedAt = performance.now()
}

/** Whether PostgreSQL had no room a moment ago. */
export const lacksRoom = (now = performance.now()): boolean => now - lackedAt < remembersMs
