/*
 * What was typed into a form and not yet sent, so that a reload or an ended session loses nothing.
 * In session storage, one a person (their id, or 'anyone') and form. Never passwords, codes or card fields: those controls
 * mark themselves secret, and the names below are refused whoever asks.
 */

const prefix = 'byre.draft.'
const neverKept = new Set([
  'password',
  'current_password',
  'password_confirmation',
  'confirmation',
  'code',
  'token',
  'ticket',
  'number',
  'exp_month',
  'exp_year',
  'cvc',
])

export interface DraftName {
  owner: string
  form: string
}

export function keepDraft(
  draft: DraftName,
  values: Readonly<Record<string, unknown>>,
  secret: ReadonlySet<string>,
) {
  const kept = Object.entries(values).filter(([name]) => !secret.has(name) && !neverKept.has(name))
  try {
    sessionStorage.setItem(keyOf(draft), JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // A full or forbidden storage costs the draft, never the form.
  }
}

export function findDraft(draft: DraftName): Record<string, unknown> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? 'null')
    return typeof stored === 'object' ? (stored as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

export function dropDraft(draft: DraftName) {
  sessionStorage.removeItem(keyOf(draft))
}

/** On Logout: everyone's, since the next person at this screen may be someone else. */
export function dropDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

const keyOf = ({ owner, form }: DraftName) => `${prefix}${owner}.${form}`
