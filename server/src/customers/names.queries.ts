import { sql } from 'kysely'

/** First and last name of the user whose row has this alias, else their address; null where there is no row. */
export function personName(user: string) {
  const column = (name: string) => sql.ref(`${user}.${name}`)
  return sql<string>`coalesce(nullif(trim(concat_ws(' ', ${column('first_name')}, ${column('last_name')})), ''), ${column('email')})`
}
