import { randomUUID } from 'node:crypto'
import type { Scenario } from './load.ts'
import { accessToken, idOf, type Seed } from './seed.ts'
import { signInPassword } from './sign-in-accounts.ts'

export interface Shared extends Seed {
  planId: string
}

const form = 'application/x-www-form-urlencoded'
const sessions = 2000
const freshPerSecond = 6000

/** The seven calls that are compared (specification 9.1), each as a person would make them. */
export function scenarios(shared: Shared, signIns: string[]): Scenario[] {
  let created = 0
  let updated = 0
  const live = Math.min(sessions, shared.accounts)
  const account = (connection: number, round: number) => Math.abs(connection * 61 + round * 7) % live
  const bearer = (n: number) => ({ authorization: `Bearer ${accessToken(n)}` })
  const siteOf = (n: number, round: number) =>
    idOf('c', n + shared.accounts * (Math.abs(round) % shared.sitesEach))

  return [
    {
      name: 'check',
      connections: 32,
      next: (connection, round) => {
        const n = account(connection, round)
        return { method: 'GET', path: `/api/v1/users/${idOf('a', n)}`, headers: bearer(n) }
      },
    },
    {
      name: 'list',
      connections: 32,
      next: (connection, round) => ({
        method: 'GET',
        path: '/api/v1/sites',
        headers: bearer(account(connection, round)),
      }),
    },
    {
      name: 'one',
      connections: 32,
      next: (connection, round) => {
        const n = account(connection, round)
        return { method: 'GET', path: `/api/v1/sites/${siteOf(n, round)}`, headers: bearer(n) }
      },
    },
    {
      name: 'update',
      connections: 32,
      freshPerSecond,
      next: (connection, round) => {
        const n = account(connection, round)
        updated += 1
        return {
          method: 'PUT',
          path: `/api/v1/sites/${siteOf(n, round)}`,
          headers: { ...bearer(n), 'content-type': form },
          // Always another name: a change that changes nothing is another road.
          body: `name=${encodeURIComponent(`Site ${updated}`)}`,
        }
      },
    },
    {
      name: 'create',
      connections: 32,
      freshPerSecond,
      next: (connection, round) => {
        const n = account(connection, round)
        created += 1
        const fields = {
          name: 'North pasture',
          description: '',
          subdomain: `new-${process.pid.toString(36)}-${created.toString(36)}`,
          billing_entity_id: idOf('b', n),
          plan_id: shared.planId,
        }
        return {
          method: 'POST',
          path: '/api/v1/sites',
          headers: { ...bearer(n), 'content-type': form, 'idempotency-key': randomUUID() },
          body: new URLSearchParams(fields).toString(),
        }
      },
    },
    refresh(signIns),
    {
      name: 'sign-in',
      connections: 4,
      next: (connection, round) => ({
        method: 'POST',
        path: '/api/v1/login',
        headers: { 'content-type': form, 'x-forwarded-for': address(connection, round) },
        body: new URLSearchParams({
          username: signIns[(connection * 11 + Math.abs(round)) % signIns.length]!,
          password: signInPassword,
        }).toString(),
      }),
    },
  ]
}

/** A caller of its own for each sign-in, so that the limit per network does not end the measurement. */
function address(connection: number, round: number): string {
  const n = Math.abs(connection * 100_003 + round)
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/** Each connection walks its own chain of refresh tokens, beginning with a sign-in of its own. */
function refresh(signIns: string[]): Scenario {
  return {
    name: 'refresh',
    connections: 32,
    prepare: (url) =>
      Promise.all(
        Array.from({ length: 32 }, async (_, connection) => {
          const body = new URLSearchParams({ username: signIns[connection]!, password: signInPassword })
          const answer = await fetch(`${url}/api/v1/login`, {
            method: 'POST',
            body,
            headers: { 'x-forwarded-for': address(connection, 7_000_000) },
          })
          return answer.text()
        }),
      ),
    next: (connection, _round, last) => {
      const answer = JSON.parse(last) as { refresh?: string; data?: { refresh: string } }
      const token = answer.refresh ?? answer.data?.refresh
      if (!token) throw new Error(`no refresh token in ${last}`)
      return {
        method: 'POST',
        path: '/api/v1/refresh',
        headers: { 'content-type': form },
        body: new URLSearchParams({ token, user: signIns[connection % signIns.length]! }).toString(),
      }
    },
  }
}
