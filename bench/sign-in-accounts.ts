import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { idOf } from './seed.ts'

// The library's Algorithm is a const enum, which type stripping cannot read; 2 is Argon2id.
const cost = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 }

export const signInPassword = 'Corral-9-gate!'

/** Gives so many accounts a real password hash, from the n-th on; returns their addresses. */
export async function signInAccounts(client: pg.Client, count: number, from = 0): Promise<string[]> {
  const digest = await hash(signInPassword, cost)
  const emails = Array.from({ length: count }, (_, n) => `person${from + n}@bench.example`)
  const ids = emails.map((_, n) => idOf('a', from + n))
  await client.query('update auth.accounts set password_hash = $1 where id = any($2::uuid[])', [digest, ids])
  return emails
}

/** What the client keeps in local storage of somebody who has signed in. */
export interface SignedIn {
  id: string
  token: string
  record: string
}

/** Signs in as the page does. */
export async function signIn(url: string, username: string): Promise<SignedIn> {
  const body = new URLSearchParams({ username, password: signInPassword })
  const answer = await fetch(`${url}/api/v1/login`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`)
  const { id, user, token, refresh } = (await answer.json()) as Record<string, string>
  return { id: id!, token: token!, record: JSON.stringify({ id, user, uuid: id, token, refresh }) }
}
