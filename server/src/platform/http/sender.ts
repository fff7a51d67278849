import type { AppCall } from '@byre/contract/app-calls'
import { nothing, type Endpoint } from '@byre/contract/endpoint'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Meter } from './meter.ts'
import { Download, Otherwise, Reply } from '../reply.ts'
import { success, UndeclaredAnswer } from './envelopes.ts'
import { replySchema, undeclared } from './reply-schema.ts'

/**
 * What sends a handler's result as the contract has it: status, envelope, ETag, cookie; or a file or a stream
 * as it is. With `checksReplies` it throws on what the contract does not declare; without, only declared
 * fields leave.
 */
export function sender(endpoint: Endpoint | AppCall, checksReplies: boolean) {
  // Compiled with the first answer, so that no start waits for what nobody asks.
  let compiled: Write | undefined
  const writeBy = (reply: FastifyReply): Write =>
    checksReplies ? JSON.stringify : (compiled ??= reply.compileSerializationSchema(replySchema(endpoint)))
  const check = (schema: Endpoint['reply'], data: unknown) => {
    const stray = checksReplies && undeclared(schema, data)
    if (stray) throw new UndeclaredAnswer(endpoint, stray)
  }

  return (reply: FastifyReply, result: unknown, meter?: Meter) => {
    if (result instanceof Otherwise) {
      check(endpoint.otherwise ?? nothing, result.answer)
      return reply.code(200).type('application/json').send(JSON.stringify(result.answer))
    }
    reply.code(endpoint.status).headers(endpoint.headers)
    if (endpoint.produces !== 'application/json')
      return sendStream(reply.type(endpoint.produces), contentOf(reply, result))
    if (result instanceof Readable) return sendStream(reply.type('text/event-stream'), result)

    const data = bodyOf(reply, result)
    check(endpoint.reply, data)
    const text = writeBy(reply)(success(endpoint.service, data))
    // Whoever writes by themselves names the type, too.
    reply.type('application/json; charset=utf-8')
    if (text.length < longAnswer) return reply.send(text)
    meter?.weigh(text.length)
    return sendPacked(reply, text)
  }
}

/** From here on an answer is worth packing: it stays in memory until its caller has taken it. */
const longAnswer = 100_000
const pack = promisify(gzip)

async function sendPacked(reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.header('vary', 'Origin, Accept-Encoding')
  const { 'accept-encoding': accepted = '' } = reply.request.headers
  if (negotiate(String(accepted), ['gzip']) === null) return reply.send(text)
  const packed = await pack(text)
  return reply.sent ? reply : reply.header('content-encoding', 'gzip').send(packed)
}

/** What only HEAD is asked of is not read. */
function sendStream(reply: FastifyReply, content: unknown) {
  if (reply.request.method !== 'HEAD' || !(content instanceof Readable)) return reply.send(content)
  content.destroy()
  return reply.send(Readable.from([]))
}

type Write = (answer: Record<string, unknown>) => string

function contentOf(reply: FastifyReply, result: unknown) {
  if (!(result instanceof Download)) return result
  reply.header('content-disposition', `attachment; filename="${result.name}"`)
  return result.content
}

/** The body, its ETag and its cookie put in their headers. */
function bodyOf(reply: FastifyReply, result: unknown): unknown {
  if (!(result instanceof Reply)) return result ?? null
  if (result.etag !== undefined) reply.header('etag', `"${result.etag}"`)
  if (result.cookie !== undefined) reply.header('set-cookie', result.cookie)
  return result.body ?? null
}
