import type { AsyncFlateStreamHandler } from 'fflate'
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive; its text is read as it leaves. */
export interface ZippedFile {
  name: string
  texts: AsyncIterable<string>
}

/**
 * A ZIP of files one after another, of which no more is held than its reader has not taken yet. They are deflated outside the
 * main thread. A file has less than 4 GiB, and so has the archive.
 */
export const zipOf = (files: AsyncIterable<ZippedFile>): Readable =>
  Readable.from(zipped(files), { objectMode: false })

async function* zipped(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const { Zip } = await import('fflate')
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, texts } of files) {
    const file = new Deflated(name)
    zip.add(file)
    for await (const chunk of file.deflated(texts)) {
      file.ondata(null, chunk, false)
      yield* ready.splice(0)
    }
    file.ondata(null, new Uint8Array(), true)
  }
  zip.end()
  yield* ready.splice(0)
}

/** As the library takes a file that it does not deflate by itself. */
class Deflated {
  readonly filename: string
  readonly compression = 8
  size = 0
  crc = 0
  /** Set where it is added. */
  ondata!: AsyncFlateStreamHandler

  constructor(name: string) {
    this.filename = name
  }

  deflated(texts: AsyncIterable<string>): AsyncIterable<Buffer<ArrayBuffer>> {
    const deflating = createDeflateRaw()
    pipeline(Readable.from(this.#counted(texts)), deflating, () => undefined)
    return deflating as AsyncIterable<Buffer<ArrayBuffer>>
  }

  async *#counted(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
    for await (const text of texts) {
      if (text === '') continue
      const bytes = Buffer.from(text)
      this.size += bytes.length
      this.crc = crc32(bytes, this.crc)
      yield bytes
    }
  }
}
