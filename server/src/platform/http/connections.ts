import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { networkList, networkOf } from '../network.ts'

/* Who may hold a connection, and for how long without taking what was sent. */

const tellsEveryMs = 60_000

export interface Allowed {
  connections: number
  connectionsPerAddress: number
  trustedProxies: readonly string[]
}

/**
 * Cuts off connections beyond what all, and one address, may hold; says so in the log once a minute. Beyond what all may hold,
 * whoever has been connected longest without asking for anything makes room, so that the silent keep nobody out.
 */
export function boundConnections(server: Server, allowed: Allowed, log?: FastifyBaseLogger): void {
  const proxies = networkList(allowed.trustedProxies)
  const byAddress = new Map<string, number>()
  let inAll = 0
  /** Who has asked for nothing yet, the longest first, and what lets each go. */
  const silent = new Map<Socket, () => void>()
  const tell = onceIn(tellsEveryMs, (address: string, held: number) =>
    log?.warn({ address, held, connections: inAll }, 'a connection too many was refused'),
  )
  const isMakingRoom = (): boolean => {
    const [longest] = silent
    if (!longest) return false
    const [socket, letGo] = longest
    letGo()
    socket.destroy()
    return true
  }

  server.prependListener('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const held = byAddress.get(address) ?? 0
    const isTooMany = held >= allowed.connectionsPerAddress && !proxies.has(socket.remoteAddress)
    const isFull = inAll >= allowed.connections
    if (isTooMany || isFull) tell(address, held)
    if (isTooMany || (isFull && !isMakingRoom())) {
      socket.destroy()
      return
    }
    inAll += 1
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    let isHeld = true
    const letGo = () => {
      if (!isHeld) return
      isHeld = false
      silent.delete(socket)
      inAll -= 1
      const left = byAddress.get(address)! - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    }
    silent.set(socket, letGo)
    socket.once('close', letGo)
  })
  server.prependListener('request', ({ socket }) => silent.delete(socket))
}

/**
 * Cuts off who has not taken anything for `ms` of what waits for them, and with it what is held in memory. Node's
 * own time-out sees a connection on which nothing moves, not one on which only the caller goes on asking.
 */
export function endSlowReaders(answers: Iterable<ServerResponse>, ms: number): { stop(): void } {
  const stuck = new WeakMap<Socket, { taken: number; since: number }>()
  const look = () => {
    const now = performance.now()
    for (const { socket } of answers) {
      if (!socket || socket.writableLength === 0) continue
      const taken = socket.bytesWritten - socket.writableLength
      const before = stuck.get(socket)
      if (before?.taken !== taken) stuck.set(socket, { taken, since: now })
      else if (now - before.since >= ms) socket.destroy()
    }
  }
  const timer = setInterval(look, Math.min(1_000, ms / 2)).unref()
  return { stop: () => clearInterval(timer) }
}

function onceIn<A extends unknown[]>(ms: number, tell: (...args: A) => void): (...args: A) => void {
  let lastAt = -Infinity
  return (...args) => {
    const now = performance.now()
    if (now - lastAt < ms) return
    lastAt = now
    tell(...args)
  }
}
