import type { FastifyInstance, FastifyRequest } from 'fastify'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { refuse } from '../errors.ts'

/*
 * Refuses early what would only wait: while each turn of the event loop takes long, a call more makes all others
 * slower. What is under way and what streams goes on; the operators' port is another server.
 */

const resolutionMs = 20
const checksEveryMs = 500
/** Of the memory that Node may use, beyond which collecting it is what takes the time. */
const heapShare = 0.85
const retryAfterSeconds = { least: 2, most: 5 }

/** Refuses with 503 while the event loop has been `delayMs` late in the mean of the last half second, or memory is short. */
export function addOverload(app: FastifyInstance, delayMs: number): void {
  const lateness = monitorEventLoopDelay({ resolution: resolutionMs })
  lateness.enable()
  let isOverloaded = false
  const look = () => {
    const late = lateness.count === 0 ? 0 : lateness.mean / 1e6 - resolutionMs
    lateness.reset()
    const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
    const wasOverloaded = isOverloaded
    isOverloaded = late > delayMs || used > heapShare * most
    if (isOverloaded && !wasOverloaded)
      app.log.warn(
        { lateMs: Math.round(late), heapPercent: Math.round((used / most) * 100) },
        'too busy: calls are refused for a while',
      )
  }
  const timer = setInterval(look, checksEveryMs).unref()
  app.addHook('onRequest', (request, _, done) => {
    if (isOverloaded && !mayAlwaysCome(request)) refuse('server.busy', { retryAfter: someSeconds() })
    done()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    lateness.disable()
  })
}

/**
 * What the card processor tells is short, and it would tell it again for days. The client's page and files cost next
 * to nothing, and without them a browser could not tell anybody to wait.
 */
const mayAlwaysCome = ({ url }: FastifyRequest) =>
  !url.startsWith('/api/') || url.startsWith('/api/v1/webhooks/')

/** Not all at the same moment. */
const someSeconds = () =>
  retryAfterSeconds.least + Math.floor(Math.random() * (retryAfterSeconds.most - retryAfterSeconds.least + 1))
