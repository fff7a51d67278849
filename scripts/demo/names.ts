/* People of the demo, by what they are called. */

const first = (
  'Dale Marnie Curtis Shauna Wade Lorna Trent Becky Glen Tara Lyle Joanne Kirk Colleen Brent Denise Travis ' +
  'Sherri Russ Pam Clint Heather Doug Jolene Scott'
).split(' ')
const last = (
  'Whitford Hanley Ostrander Pruden Klassen Mercier Lindstrom Okafor Drummond Friesen Callihoo Baptiste ' +
  'Nygaard Sinclair Wozniak Trudel McAllister'
).split(' ')

/** The full name of the demo's person number `n`, from 0 on; no two are the same below 425. */
export function nameOf(n: number): { first_name: string; last_name: string } {
  return { first_name: first[n % first.length]!, last_name: last[n % last.length]! }
}

/** `Dale Whitford` is `dale.whitford@demo.example`. */
export const emailOf = ({ first_name, last_name }: ReturnType<typeof nameOf>) =>
  `${first_name}.${last_name}@demo.example`.toLowerCase()
