import { signUp } from '@byre/contract/accounts/auth'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase, urlOf, type TestDatabase } from './testing/database.ts'
import { killAll, startMain, stop, type Started } from './testing/main-process.ts'
import { password } from './testing/test-app.ts'

/* The product tells a collector what it did, by OTLP as OpenTelemetry's specification has it. */

interface Span {
  trace: string
  id: string
  parent: string
  name: string
  /** Of the protocol: 2 is a server's, 5 a consumer's. */
  kind: number
  attributes: Record<string, string>
  isError: boolean
}

const spans: Span[] = []
const bodies: Buffer[] = []
let collector: Server
let database: TestDatabase
const dataDir = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))

before(async () => {
  database = await createTestDatabase()
  collector = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      assert.deepEqual(
        [incoming.method, incoming.url, incoming.headers['content-type']],
        ['POST', '/v1/traces', 'application/x-protobuf'],
      )
      bodies.push(body)
      spans.push(...spansIn(body))
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
after(async () => {
  killAll()
  collector.close()
  await database.drop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

/** Fields of a protobuf message by their numbers: bytes of those that have a length, numbers of the others. */
function fieldsOf(message: Buffer): Map<number, (Buffer | number)[]> {
  const fields = new Map<number, (Buffer | number)[]>()
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const [number, type] = [Math.floor(tag / 8), tag % 8]
    const length = type === 2 ? varint() : type === 1 ? 8 : type === 5 ? 4 : 0
    const value = type === 0 ? varint() : message.subarray(at, (at += length))
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}
const messages = (message: Buffer, number: number) => (fieldsOf(message).get(number) ?? []) as Buffer[]

/** resource_spans, scope_spans, spans. */
const spansIn = (request: Buffer): Span[] =>
  [1, 2, 2]
    .reduce((all, number) => all.flatMap((one) => messages(one, number)), [request])
    .map((span) => {
      const of = fieldsOf(span)
      const first = (number: number) => of.get(number)?.[0]
      const hex = (number: number) => (first(number) as Buffer | undefined)?.toString('hex') ?? ''
      const status = first(15) as Buffer | undefined
      return {
        trace: hex(1),
        id: hex(2),
        parent: hex(4),
        name: String(first(5)),
        kind: Number(first(6)),
        attributes: Object.fromEntries(
          messages(span, 9).map((attribute) => {
            const [key, value] = [1, 2].map((number) => messages(attribute, number)[0]!)
            const [said] = [...fieldsOf(value!).values()][0]!
            return [String(key), String(said)]
          }),
        ),
        isError: status !== undefined && fieldsOf(status).get(3)?.[0] === 2,
      }
    })

async function spanOf(isIt: (span: Span) => boolean, what: string): Promise<Span> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(50)) {
    const span = spans.find(isIt)
    if (span) return span
  }
  throw new Error(`no span of ${what}: ${JSON.stringify(spans)}`)
}

const production = (given: Record<string, string> = {}) =>
  startMain({
    NODE_ENV: 'production',
    APP_SECRET: 'Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa',
    ALLOW_SANDBOX: '1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'http://localhost',
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(database.options),
    ...given,
  })
const traced = () => {
  const { port } = collector.address() as AddressInfo
  return production({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
}

const trace = '0af7651916cd43dd8448eb211c80319c'
const caller = 'b7ad6b7169203331'

interface Sent {
  headers?: Record<string, string>
  body?: object
}
/** As a browser that was given the portal's own name. */
async function send({ port }: Started, path: string, { headers = {}, body }: Sent = {}) {
  const sending = request({
    host: '127.0.0.1',
    port,
    path,
    method: body ? 'POST' : 'GET',
    headers: { host: 'localhost', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
  }).end(body && JSON.stringify(body))
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  await text(answer)
  return { status: answer.statusCode!, id: answer.headers['x-request-id'] }
}
const linesOf = ({ output }: Started) =>
  output.all
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('O01 a request and the job that it sends are one trace, which its lines of the log name', async () => {
  const started = await traced()
  await started.ready
  const answer = await send(started, signUp.path, {
    headers: { traceparent: `00-${trace}-${caller}-01` },
    body: { email: 'canary@ranch.example', password },
  })
  assert.equal(answer.status, 201)
  const span = await spanOf(({ name }) => name === `POST ${signUp.path}`, 'the request')
  assert.deepEqual([span.trace, span.parent, span.kind], [trace, caller, 2])
  const { attributes } = span
  assert.equal(attributes['byre.request_id'], answer.id)
  assert.equal(attributes['http.route'], signUp.path)
  assert.equal(attributes['http.response.status_code'], '201')
  assert.ok(!span.isError)

  const job = await spanOf(({ name }) => name.startsWith('job auth.'), 'the job')
  assert.deepEqual([job.trace, job.parent, job.kind], [trace, span.id, 5])
  assert.ok(job.isError, 'there is no mail server')

  assert.equal(await stop(started), 0)
  const lines = linesOf(started)
  const [line, failure] = [signUp.path, undefined].map((route) =>
    lines.find((line) => line['trace_id'] === trace && line['route'] === route),
  )
  assert.equal(line?.['reqId'], attributes['byre.request_id'])
  assert.equal(failure?.['msg'], 'a job failed')
})

test('O01 P01 no trace holds an address, a token or what was typed, and a refusal is no error', async () => {
  const started = await traced()
  await started.ready
  await send(started, '/api/v1/sites?q=canary-query', { headers: { authorization: 'Bearer canary-token' } })
  await send(started, '/canary-path/of?token=canary-token')
  const refused = await spanOf(({ name }) => name === 'GET /api/v1/sites', 'a refused read')
  assert.deepEqual([refused.attributes['http.response.status_code'], refused.isError], ['401', false])
  await stop(started)
  const all = Buffer.concat(bodies).toString('latin1')
  assert.ok(all.includes('service.name') && all.includes('byre') && all.includes('trial'))
  assert.ok(!/canary/i.test(all), 'something that was sent is told')
})

test('a collector that is away costs one line a minute, and no answer', async () => {
  const started = await production({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  await started.ready
  const hasSaid = () => linesOf(started).filter(({ msg }) => msg === 'traces could not be sent')
  for (const deadline = Date.now() + 30_000; hasSaid().length === 0; await delay(100)) {
    assert.ok(Date.now() < deadline, started.output.all)
    assert.equal((await send(started, '/api/v1/species')).status < 500, true)
  }
  assert.equal(await stop(started), 0)
  assert.equal(hasSaid().length, 1)
})

test('a way to tell that is not there is refused by name', async () => {
  const started = await production({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'some' })
  assert.equal((await started.ended).exitCode, 2)
  assert.deepEqual(
    linesOf(started).map(({ msg }) => msg),
    [
      'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc": give one of http/protobuf.',
      'OTEL_TRACES_SAMPLER is "some": give one of always_on, parentbased_always_on, always_off, parentbased_always_off, traceidratio, parentbased_traceidratio.',
    ],
  )
})
