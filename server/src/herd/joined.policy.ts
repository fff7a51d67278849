/** The rows of a left join that found something, as the select inside it has them. */
export const joined = <Row extends { id: string }>(rows: readonly { id: string | null }[]): Row[] =>
  rows.filter(({ id }) => id !== null) as unknown as Row[]
