import type { FastifyInstance, FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { Refusal } from '../errors.ts'
import { Download } from '../reply.ts'
import { UnderWay } from './under-way.ts'

/*
 * How long anybody waits. A caller whose answer has not begun in time is told to come again: what was under way
 * may yet be done, and the same call with its key then gets the answer. An answer that has begun may take its time.
 */

const checksAtMostEveryMs = 500
const retryAfterSeconds = 2

/** Refuses with 503 what was not answered within `ms`, for every route. */
export function addDeadlines(app: FastifyInstance, ms: number): void {
  const waiting = new UnderWay<{ reply: FastifyReply; since: number }>()
  app.addHook('onRequest', (_, reply, done) => {
    reply.raw.on('close', waiting.add({ reply, since: performance.now() }))
    done()
  })

  const look = () => {
    const latest = performance.now() - ms
    for (const { reply, since } of waiting) {
      if (since > latest || reply.sent || reply.raw.headersSent || reply.raw.destroyed) continue
      reply.log.warn({ route: reply.request.routeOptions.url }, 'a call was not answered in time')
      reply.send(new Refusal('server.busy', { retryAfter: retryAfterSeconds }))
    }
  }
  const timer = setInterval(look, Math.min(checksAtMostEveryMs, ms)).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Sends what `work` gives, unless its caller was meanwhile told that it took too long. */
export async function sendInTime<T>(
  reply: FastifyReply,
  work: Promise<T>,
  send: (result: T) => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    const result = await work
    if (!reply.sent) return send(result)
    const content = result instanceof Download ? result.content : result
    if (content instanceof Readable) content.destroy()
  } catch (error) {
    if (!reply.sent) throw error
    reply.log.info({ err: error }, 'a call failed after its time')
  }
  return reply
}
