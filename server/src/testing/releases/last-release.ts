import { once } from 'node:events'
import * as fs from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/*
 * The server and the pages of the last release as they were built, in one file beside today's sources, so that a test can start it
 * (decision 0139).
 */

const kept = new URL('../../../last-release.br', import.meta.url)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Its program; what it reads lies as deep below the folder as in a clone. */
export const releasedProgram = 'server/dist/last-release/main.js'

/** What is in each file, by its path. */
type Files = Readonly<Record<string, string>>

export function keepRelease(files: Files): void {
  const written = JSON.stringify(files)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(written),
  }
  fs.writeFileSync(kept, brotliCompressSync(written, { params }))
}

/** Unpacks it into an empty folder, with today's packages for the few that no bundle holds. */
export function unpackRelease(folder: string): void {
  const files = JSON.parse(brotliDecompressSync(fs.readFileSync(kept)).toString()) as Files
  for (const [path, content] of Object.entries(files)) {
    fs.mkdirSync(join(folder, dirname(path)), { recursive: true })
    fs.writeFileSync(join(folder, path), content)
  }
  fs.symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/** What answers calls: an application in this process, or what stands for another process. */
export interface Callee {
  fastify: {
    inject(call: {
      method: 'GET'
      url: string
      headers: Record<string, string>
      payload?: string | undefined
    }): PromiseLike<{
      statusCode: number
      headers: Record<string, string | string[] | number | undefined>
      body: string
    }>
  }
}

/** A process, to be called as an application in this one is. */
export const calleeAt = ({ port }: { port: number }): Callee => ({
  fastify: {
    async inject({ method, url, headers, payload }) {
      const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
      const call = request({
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: { ...headers, ...length },
      })
      call.end(payload)
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      return { statusCode: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
    },
  },
})
