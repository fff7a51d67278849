import pg from 'pg'

let answers = 0

/** How often this process was told since its start that something stored is damaged. */
export const damagedAnswers = (): number => answers

/** PostgreSQL's word for what it cannot read or finds contradicting itself: class XX of SQLSTATE. */
export const isDamage = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code?.startsWith('XX') === true

/** Counts an answer that tells of damage, whoever asked. */
export function countDamage(error: unknown): void {
  if (isDamage(error)) answers += 1
}
