import * as fs from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, packTar } from 'modern-tar'
import { checkedBySum, withCheckSum } from './check-sum.ts'
import { codeOf, StartError } from '../start-error.ts'

/*
 * The file of a backup: a tar archive, compressed by zstd and, with a passphrase, encrypted by age. All three are read without us:
 * `age -d FILE | zstd -d | tar x`.
 */

/** A small file in the archive. */
export interface ArchiveEntry {
  name: string
  content: Uint8Array
}

const ageBegins = 'age-encryption.org/v1'
const tarEndBytes = 1024

/** Writes beside `file`, for its owner alone, and renames once all of it is on the disk. Gives its size. */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
  passphrase: string | undefined,
): Promise<number> {
  if (fs.existsSync(file)) throw new StartError('failed', `${file} is there already: nothing was written.`)
  const unfinished = `${file}.unfinished-${process.pid}`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    const compress = createZstdCompress()
    const packed = Readable.from(tarOf(entries), { objectMode: false })
    const out = handle.createWriteStream({ flush: true })
    if (passphrase === undefined) await pipeline(packed, compress, withCheckSum, out)
    else await pipeline(packed, compress, withCheckSum, encrypted(passphrase), out)
    await rename(unfinished, file)
    await settleFolder(dirname(file))
    return (await stat(file)).size
  } catch (error) {
    await rm(unfinished, { force: true })
    throw inOneLine(file, error)
  }
}

async function* tarOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const mtime = new Date()
  for await (const { name, content } of entries) {
    const packed = await packTar([
      { header: { name, size: content.length, mode: 0o600, mtime }, body: content },
    ])
    yield packed.subarray(0, -tarEndBytes)
  }
  yield new Uint8Array(tarEndBytes)
}

const encrypted = (passphrase: string) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    yield* await encrypter.encrypt(Readable.toWeb(Readable.from(source, { objectMode: false })))
  }

/** A rename lasts once its folder is on the disk. */
async function settleFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

function inOneLine(file: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartError(
      'failed',
      `There is no room for ${file}: make some, or choose another disk. Nothing was kept.`,
    )
  if (code === 'EFBIG')
    return new StartError('failed', `${file} would be larger than a file may be there. Nothing was kept.`)
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return new StartError('failed', `${file} cannot be written (${code}).`)
  return error
}

/** Every entry of a file, in turn; one line where it is no backup, is damaged, or cannot be opened. */
export async function* readArchive(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<ArchiveEntry> {
  const isEncrypted = await beginsAs(file, ageBegins)
  if (isEncrypted && passphrase === undefined)
    throw new StartError('failed', `${file} is encrypted: give its passphrase by --passphrase-file.`)
  const source = fs.createReadStream(file)
  const tar = new PassThrough()
  const plain = isEncrypted ? await decrypted(file, source, passphrase ?? '') : source
  const unpacking = pipeline(plain, checkedBySum, createZstdDecompress(), tar)
  // Told by the reader of `tar`, who meets the same error.
  unpacking.catch(() => undefined)
  const entries = (Readable.toWeb(tar) as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as ReadableStream<{ header: { name: string }; body: ReadableStream<Uint8Array> }>
  try {
    for await (const { header, body } of entries) yield { name: header.name, content: await buffer(body) }
    await unpacking
  } catch (error) {
    throw damaged(file, error)
  } finally {
    source.destroy()
  }
}

async function beginsAs(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(text.length), 0, text.length, 0)
      return buffer.toString('latin1', 0, bytesRead) === text
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new StartError('failed', `${file} cannot be read (${codeOf(error) ?? String(error)}).`)
  }
}

async function decrypted(file: string, source: fs.ReadStream, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(source) as never)) as never)
  } catch (error) {
    source.destroy()
    if (/no identity matched/.test(String(error)))
      throw new StartError('failed', `The passphrase does not open ${file}.`)
    throw damaged(file, error)
  }
}

/** Why a file is not taken, whatever met it. */
export function damaged(file: string, error: unknown): unknown {
  if (error instanceof StartError) return error
  const why = error instanceof Error ? error.message : String(error)
  return new StartError('failed', `${file} is no whole backup: ${why.split('\n')[0]?.replace(/\.$/, '')}.`)
}
