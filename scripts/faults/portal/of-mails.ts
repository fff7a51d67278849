import { inviteToBillingEntity } from '@byre/contract/people/invites'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Size } from '../breaking.ts'
import type { Outcome } from './judge.ts'
import { atPortal, type Portal } from './portal.ts'

/* A mail server that is away, slow, silent, refuses for now, or refuses us: nobody waits for it, and each mail leaves once. */

const mailsEach = 20
const soonMs = 3_000

const ways = ['away', 'slow', 'silent', 'refuses', 'refuses us'] as const

/** Makes it so; what is given ends it. */
async function take(portal: Portal, way: (typeof ways)[number]): Promise<() => Promise<void>> {
  const { office } = portal
  if (way !== 'away' && way !== 'silent') {
    office.mood = way === 'slow' ? 'is slow' : way
    return async () => void (office.mood = 'takes')
  }
  await office.close()
  if (way === 'away') return () => office.openAgain()
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  silent.listen(office.port, '127.0.0.1')
  await once(silent, 'listening')
  return async () => {
    for (const socket of sockets) socket.destroy()
    silent.close()
    await once(silent, 'close')
    await office.openAgain()
  }
}

/** Who was invited; each call must be answered soon, whatever the mail server does. */
async function invite(portal: Portal, from: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: mailsEach }, async (_, nth) => {
      const email = `${from.replace(' ', '-')}-${nth}@invited.example`
      const owner = portal.owners[nth % portal.owners.length]!
      const answer = await portal.line.ask({
        method: 'POST',
        path: inviteToBillingEntity.path.replace(':id', owner.payer),
        token: owner.token,
        body: { email, role: 'User' },
        key: randomUUID(),
      })
      if (answer.status !== 201) portal.complaints.push(`${email}: ${answer.status} ${answer.text}`)
      else portal.witness.write({ invited: email })
      if (answer.ms > soonMs) portal.complaints.push(`${email}: answered after ${answer.ms.toFixed(0)} ms`)
      return email
    }),
  )
}

export const mails = (size: Size) =>
  atPortal({}, async (portal): Promise<Outcome> => {
    const tried = size.isShort ? ways.slice(-2) : ways
    for (const way of tried) {
      const end = await take(portal, way)
      const invited = await invite(portal, way)
      await delay(size.isShort ? 2_000 : 12_000)
      await end()
      const endedAt = performance.now()
      const countOf = (email: string) =>
        portal.office.received.filter(({ recipients }) => recipients.includes(email)).length
      const missing = () => invited.filter((email) => countOf(email) === 0)
      while (missing().length > 0 && performance.now() - endedAt < 90_000) await delay(200)
      const tookS = ((performance.now() - endedAt) / 1000).toFixed(0)
      // A second one would be on its way by now.
      await delay(2_000)
      const came = invited.filter((email) => countOf(email) > 0).length
      portal.notes.push(`${way}: ${came} of ${mailsEach} in ${tookS} s`)
      for (const email of invited)
        if (countOf(email) !== 1) portal.complaints.push(`${email} got ${countOf(email)} mails`)
    }
    return {
      wrong: portal.complaints,
      row: {
        fault: 'mail server away, slow, silent, refusing',
        times: tried.length,
        calls: tried.length * mailsEach,
        again: 0,
        answers: portal.notes.join(', '),
        back_s: '–',
        witness: String(portal.witness.read().length),
        wrong: portal.complaints.length,
      },
    }
  })
