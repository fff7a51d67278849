/** What time it is, for what is reckoned in days. Expiry and order in time are the database's business. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
