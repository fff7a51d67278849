import { logIn } from '@byre/contract/accounts/sign-ins'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Size } from '../breaking.ts'
import { judge } from './judge.ts'
import { portalHost } from './load.ts'
import { atPortal, type Portal } from './portal.ts'

/* Callers who are slow, or say nothing: they are cut off, and others are served meanwhile. */

const fromOneAddress = 400

interface Slow {
  what: string
  count: number
  /** What each sends at once, and again and again. */
  first: string
  next: string
  /** When all must have been closed, in seconds; null where they may be closed sooner to make room. */
  closedWithinS: number
}

const head = `${logIn.method} ${logIn.path} HTTP/1.1\r\nhost: ${portalHost}\r\nx-forwarded-proto: https\r\n`
const kinds: readonly Slow[] = [
  { what: 'slow headers', count: 500, first: head, next: 'x-more: 1\r\n', closedWithinS: 12 },
  {
    what: 'slow bodies',
    count: 500,
    first: `${head}content-type: application/x-www-form-urlencoded\r\ncontent-length: 5000\r\n\r\n`,
    next: 'a',
    closedWithinS: 32,
  },
  { what: 'silent', count: 5_200, first: '', next: '', closedWithinS: 12 },
]

/** Each opened from one of several addresses of this machine; when it was closed is measured. */
async function open(
  portal: Portal,
  { first }: Slow,
  nth: number,
  closed: (ms: number) => void,
): Promise<Socket> {
  const localAddress = `127.0.1.${1 + Math.floor(nth / fromOneAddress)}`
  const { host, port } = portal.nodes[0]!
  const socket = connect({ host, port, localAddress })
  socket.on('error', () => undefined)
  const openedAt = performance.now()
  socket.once('close', () => closed(performance.now() - openedAt))
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)
  if (first !== '') socket.write(first)
  // Whatever it is told is taken, or it would not hear of its end.
  socket.resume()
  return socket
}

async function annoy(portal: Portal, kind: Slow): Promise<void> {
  const lived: number[] = []
  const sockets: Socket[] = []
  for (let nth = 0; nth < kind.count; nth++)
    sockets.push(await open(portal, kind, nth, (ms) => lived.push(ms)))
  const until = performance.now() + 45_000
  for (; lived.length < kind.count && performance.now() < until; await delay(1_000))
    for (const socket of sockets) if (kind.next !== '' && !socket.destroyed) socket.write(kind.next)
  for (const socket of sockets) socket.destroy()
  const longestS = Math.max(...lived, 0) / 1000
  portal.notes.push(
    `${kind.what}: ${lived.length} of ${kind.count} closed, the last after ${longestS.toFixed(1)} s`,
  )
  if (lived.length < kind.count || longestS > kind.closedWithinS)
    portal.complaints.push(
      `${kind.count - lived.length} with ${kind.what} stay open, or for ${longestS.toFixed(1)} s`,
    )
}

export const slow = (size: Size) =>
  // With the bounds of an installation.
  atPortal(
    { env: { LIMIT_FACTOR: '500', MAX_CONNECTIONS_PER_ADDRESS: '1' }, keepAlive: false },
    async (portal) => {
      const tried = size.isShort ? kinds.slice(0, 1) : kinds
      // Newcomers, who must be let in meanwhile.
      portal.work.begin(10)
      for (const kind of tried) await annoy(portal, kind)
      await portal.work.rest()
      return judge(portal, { fault: 'slow and silent callers', times: tried.length, allowed: {} })
    },
  )
