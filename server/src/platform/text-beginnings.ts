import { sql, type RawBuilder } from 'kysely'

/**
 * Whether a column begins with a text, by an index on it in the order of its signs (`collate "C"`), however often the
 * statement is planned. `column` is written as the index has it.
 */
export const beginsWith = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`(${column} collate "C" >= ${text}::text collate "C"
    and ${column} collate "C" < (${text}::text || ${beyondAll}) collate "C")`

/** The last sign of all: what begins with a text stands before the text and this. */
const beyondAll = sql.lit('\u{10FFFF}')
