/**
 * Every number of specification 8, and the limits that were added to it, each part apart that the client has no use
 * for, and beside its call what only one screen needs. One place, both sides; how wrong passwords and
 * codes close an account for a while only the server knows (`auth/limits.policy.ts`). Texts are counted in
 * characters, `…Ms` in milliseconds, `…Seconds` in seconds, `…Days` and `days` in days of 24 hours, all bounds
 * included. A field beyond its limit is 400; what is counted by time is 429 with `Retry-After`.
 */
export const limits = {
  password: { min: 8, max: 128 },
  code: { length: 6 },
  phoneDigits: 10,
  subdomain: { min: 3, max: 25 },
  domain: { max: 25 },
  text: { name: 255, addressPart: 255, description: 2000, email: 254 },
  perPage: { default: 25, max: 100, billingEntities: 2000, species: 9999 },
  /** Public lists count exactly up to here and end their pages here (specification 2.4). */
  listDepth: 10_000,
  toastMs: 5000,
  menuEntries: 50,
  retries: { GET: 5, POST: 1, PUT: 2, DELETE: 1, delayMs: 1000, slowDelayMs: 2000 },
  refresh: { attempts: 10, delayMs: 2000, throttleMs: 5000 },
  resendAfterSeconds: 60,
  trialDays: 14,
  /** A deleted place can be brought back for so long. */
  restorableDays: 30,
} as const

/** Of what people of a place do with each other. */
export const placeLimits = {
  /** How often a place's subdomain may change in 24 hours, and how many of its former ones are kept for it. */
  renames: { perDay: 5, kept: 10 },
  invites: { days: 7, openAtMost: 1000 },
  ownershipTransferDays: 7,
  /** How long a plan that is proposed to a payer can be accepted. */
  planProposalDays: 14,
  /** People on one place's list by name alone. */
  unregisteredMembersAtMost: 1000,
} as const

/** Of programs that are told what happens at a place. */
export const webhookLimits = {
  perPlace: 5,
  urlLength: 500,
  /** What was sent is kept, and can be sent again, for so long. */
  logDays: 30,
} as const

/** Of a call, before it is known what it asks for. */
export const requestLimits = {
  idempotencyKeyLength: 255,
  body: { bytes: 64 * 1024, keys: 100, keyLength: 100 },
  /** Of a call of an app, whose body is nested. */
  appBody: { bytes: 256 * 1024, depth: 6 },
  /** Of an address with its query, and of all headers with it. */
  addressBytes: 8_000,
  headerBytes: 16 * 1024,
} as const

/**
 * What other people may cause to be mailed in a day. `toOneAddress` is all of it together, whoever causes it;
 * the others are what one address gets of one kind, and what one payer or place sends of it.
 */
export const mailsADay = {
  toOneAddress: 30,
  invitations: 5,
  /** Whether an address wants a payer's mails, and how many of them one payer may send. */
  questions: 5,
  questionsOfPayer: 30,
  /** Invoices that are made out anew, and how many mails tell of it. */
  correctedInvoices: 20,
  corrections: 5,
  /** Other people's changes of a membership. */
  memberships: 20,
  membershipsOfPlace: 200,
  /** Offers of a place and their answers. */
  handOvers: 5,
  handOversOfPlace: 10,
  /** Answers to invitations, to whoever sent these. */
  inviteAnswers: 100,
  /** Plans that are proposed and their answers, and how many of them one place may propose. */
  proposals: 20,
  proposalsOfPlace: 5,
  domains: 10,
  /** Codes to an address that somebody wants for their account. */
  newAddresses: 10,
  /** About the invoices of one site or clinic. */
  invoicesOfPlace: 20,
  /** That a webhook was switched off, and how many of them one place may cause. */
  webhooks: 5,
  webhooksOfPlace: 10,
  /** That a key of a place was made, and how many of them one place may cause. */
  keys: 20,
  keysOfPlace: 60,
  /** That ship lists broke, and how many of them one site may cause. */
  shipLists: 30,
  shipListsOfPlace: 300,
} as const

/**
 * What is counted by the minute (from its first second, UTC), in memory and for all processes together; beyond it a
 * call is 429 `limit.reached` with `Retry-After`. `LIMIT_FACTOR` multiplies them.
 */
export const meters = {
  /** Of one person, in all their sessions. */
  callsPerMinute: 300,
  /** An answer counts as a call, and once more for each so many bytes. */
  bytesOfACall: 100_000,
  /** Of one person: a PDF is one, a table five, an archive ten. */
  documentsPerMinute: 60,
  /** Of one address, without a session. */
  callsPerMinuteOfAddress: 600,
  /** Of one address: the description of the API, which is long. */
  descriptionsPerMinute: 60,
} as const
