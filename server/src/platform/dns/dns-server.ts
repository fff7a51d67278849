import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createUDPServer, Packet } from 'dns2'

/** What stands under one name. */
export interface NamedRecords {
  A: string[]
  AAAA: string[]
  TXT: string[]
}

/** `null`: there is no such name. `failed`: the server says that it cannot tell. `silent`: it says nothing. */
export type NameAnswer = NamedRecords | null | 'failed' | 'silent'

export interface DnsServer {
  /** `127.0.0.1:53124`. */
  address: string
  close(): Promise<void>
}

const { TYPE, RCODE, CLASS } = Packet
// Nothing is remembered for longer than it takes to set a record and look again.
const ttl = 0

/**
 * A small name server on this machine alone, for development and tests: it knows what `find` knows, asks
 * nobody else, and speaks for every name there is.
 */
export async function startDnsServer(find: (name: string) => Promise<NameAnswer>): Promise<DnsServer> {
  const server = createUDPServer((request, send) => {
    const [question] = request.questions
    if (!question) return
    const failed = () => send(Packet.createErrorResponseFromRequest(request, RCODE.SERVFAIL))
    const answer = async () => {
      const nameAnswer = await find(question.name.toLowerCase())
      if (nameAnswer !== 'silent') await send(answerTo(request, question, nameAnswer))
    }
    answer().catch(failed)
  })
  server.on('requestError', () => undefined)
  await server.listen(0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

function answerTo(
  request: InstanceType<typeof Packet>,
  { name, type }: { name: string; type: number },
  nameAnswer: Exclude<NameAnswer, 'silent'>,
): InstanceType<typeof Packet> {
  if (nameAnswer === 'failed') return Packet.createErrorResponseFromRequest(request, RCODE.SERVFAIL)
  if (nameAnswer === null) return Packet.createErrorResponseFromRequest(request, RCODE.NXDOMAIN)
  const response = Packet.createResponseFromRequest(request)
  response.header.aa = 1
  const record = { name, type, class: CLASS.IN, ttl }
  const addresses = type === TYPE.A ? nameAnswer.A : type === TYPE.AAAA ? nameAnswer.AAAA : []
  for (const address of addresses) response.answers.push(new Packet.Resource({ ...record, address }))
  if (type === TYPE.TXT)
    for (const data of nameAnswer.TXT) response.answers.push(new Packet.Resource({ ...record, data }))
  return response
}
