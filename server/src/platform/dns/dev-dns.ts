import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DnsServer, NamedRecords } from './dns-server.ts'
import { newId } from '../ids.ts'

/*
 * The names of development: a file in the data folder, so that it may be edited by hand and every process
 * says the same. `/dev/dns` writes it.
 */

type Zone = Record<string, Partial<NamedRecords>>

const fileIn = (folder: string) => join(folder, 'dns.json')

async function readZone(folder: string): Promise<Zone> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Zone
}

/** What stands under a name; null when there is no such name. */
export async function findRecords(folder: string, name: string): Promise<NamedRecords | null> {
  const { [name]: records } = await readZone(folder)
  return records ? { A: records.A ?? [], AAAA: records.AAAA ?? [], TXT: records.TXT ?? [] } : null
}

/** Sets what stands under some names; null takes a name away. */
export async function setRecords(
  folder: string,
  changes: Record<string, Partial<NamedRecords> | null>,
): Promise<void> {
  const zone = { ...(await readZone(folder)), ...changes }
  const kept = Object.entries(zone).filter(([, records]) => records !== null)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = `${fileIn(folder)}.${newId()}`
  await writeFile(part, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`, { mode: 0o600 })
  await rename(part, fileIn(folder))
}

/** Only where names are our own is the server of them loaded. */
export async function startDevDns(folder: string): Promise<DnsServer> {
  const { startDnsServer } = await import('./dns-server.ts')
  return startDnsServer((name) => findRecords(folder, name))
}
