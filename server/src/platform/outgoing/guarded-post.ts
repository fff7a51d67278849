import { t } from '@byre/contract/words'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { Resolver } from '../dns/resolver.ts'
import { isLoopbackAddress } from '../local-addresses.ts'
import { oneLine } from '../text.ts'
import { isPublicAddress } from './public-addresses.ts'

/*
 * Posts to addresses that strangers gave: over https alone, to the internet alone. Which address is asked is judged when
 * connecting, of what the name server says at that moment, and once more of the connection itself. Redirects are answers
 * like others, and no proxy of the environment is used.
 */

const usualMs = 10_000
const answerAtMost = { headerBytes: 8 * 1024, bodyBytes: 1024, characters: 300 }

/** How one request went. */
export interface Posted {
  /** Null: there was no answer. */
  status: number | null
  durationMs: number
  /** The first characters of the answer, as one line. */
  answer: string
  /** Why there was no answer. */
  failure: string | null
}

/** Where requests may go. */
export interface Guard {
  resolver: Resolver
  /** A certificate whose receivers on this machine are reached, too (PEM): for development and tests. */
  trialCertificate: string | undefined
  /** How long one request may take; ten seconds unless a test has its own. */
  withinMs?: number
}

/** Whether this could be posted to at all: not to an address or name of this machine or of a local network. */
export function mayPostTo(url: string, guard: Guard): boolean {
  const host = hostOf(url)
  if (isIP(host) !== 0) return mayConnect(host, guard)
  return host.includes('.') && !host.endsWith('.')
}

export async function guardedPost(
  guard: Guard,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
): Promise<Posted> {
  const from = performance.now()
  const posted = await post(guard, url, headers, body).catch((error: unknown) => ({
    status: null,
    answer: '',
    failure: reasonOf(error),
  }))
  return { ...posted, durationMs: Math.round(performance.now() - from) }
}

class NotPublic extends Error {}
class Unknown extends Error {}

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

const mayConnect = (address: string, { trialCertificate }: Guard) =>
  isPublicAddress(address) || (trialCertificate !== undefined && isLoopbackAddress(address))

async function post(guard: Guard, url: string, headers: Record<string, string>, body: string) {
  const host = hostOf(url)
  // An address is not looked up.
  if (isIP(host) !== 0 && !mayConnect(host, guard)) throw new NotPublic()

  return new Promise<Omit<Posted, 'durationMs'>>((resolve, reject) => {
    const { trialCertificate, withinMs = usualMs } = guard
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      lookup: lookupOf(guard),
      maxHeaderSize: answerAtMost.headerBytes,
      signal: AbortSignal.timeout(withinMs),
      ...(trialCertificate ? { ca: [...rootCertificates, trialCertificate] } : {}),
    })
    sent.on('socket', (socket) =>
      socket.once('connect', () => {
        if (!mayConnect(socket.remoteAddress ?? '', guard)) sent.destroy(new NotPublic())
      }),
    )
    // Whoever answered has answered, however that went on.
    let end: (() => void) | undefined
    sent.on('error', (error) => (end ? end() : reject(error)))
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      end = () => {
        const text = Buffer.concat(parts).toString('utf8').slice(0, answerAtMost.characters)
        resolve({ status: response.statusCode ?? null, answer: oneLine(text.toWellFormed()), failure: null })
        sent.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (bytes >= answerAtMost.bodyBytes) end?.()
      })
      response.on('end', end)
      response.on('error', end)
    })
    sent.end(body)
  })
}

const lookupOf =
  (guard: Guard): LookupFunction =>
  (hostname, options, callback) => {
    const look = async () => {
      try {
        const addresses = await addressesOf(hostname, guard)
        if (options.all) callback(null, addresses)
        else callback(null, addresses[0].address, addresses[0].family)
      } catch (error) {
        callback(error as Error, [])
      }
    }
    void look()
  }

interface Address {
  address: string
  family: number
}

/** Every address of the name must be public: a name that is half inside is not asked at all. */
async function addressesOf(name: string, guard: Guard): Promise<[Address, ...Address[]]> {
  const { resolver } = guard
  const looked = await Promise.all([resolver.addresses(name), resolver.wideAddresses(name)])
  const [first, ...more] = looked.flatMap(({ values }) =>
    values.map((address) => ({ address, family: isIP(address) })),
  )
  if (!first) throw new Unknown()
  if (![first, ...more].every(({ address }) => mayConnect(address, guard))) throw new NotPublic()
  return [first, ...more]
}

const reasons: Record<string, string> = {
  ECONNREFUSED: t`Nobody answers there.`,
  EHOSTUNREACH: t`Nobody answers there.`,
  ENETUNREACH: t`Nobody answers there.`,
  ETIMEDOUT: t`It took too long.`,
  ABORT_ERR: t`It took too long.`,
  ECONNRESET: t`The connection broke.`,
  EPIPE: t`The connection broke.`,
  HPE_HEADER_OVERFLOW: t`The answer’s headers are too long.`,
  CERT_HAS_EXPIRED: t`Its certificate has expired.`,
  ERR_TLS_CERT_ALTNAME_INVALID: t`Its certificate is for another name.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: t`Its certificate is not trusted.`,
  SELF_SIGNED_CERT_IN_CHAIN: t`Its certificate is not trusted.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: t`Its certificate is not trusted.`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: t`Its certificate is not trusted.`,
}

function reasonOf(error: unknown): string {
  if (error instanceof NotPublic) return t`Its address is not open to the internet.`
  if (error instanceof Unknown) return t`Its name leads nowhere.`
  const { name, code = '' } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return reasons['ETIMEDOUT']!
  return reasons[code] ?? t`The connection failed.`
}
