import { Caddy } from '@byre/server/testing/proxies/caddy'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { blocksOf } from '../../operators/blocks.ts'
import { freePort } from '../node.ts'
import { portalHost, type Front } from './load.ts'

/* What stands before several nodes, with the files that we give to operators. */

interface Behind {
  /** One a node; all have the same ports. */
  hosts: readonly string[]
  port: number
  opsPort: number
}

export interface StandingFront extends Front {
  stop(): Promise<void>
}

export const baseDomain = 'ranches.example'

async function caddyBefore({ hosts, port, opsPort }: Behind): Promise<StandingFront> {
  const httpsPort = await freePort()
  const caddy = await Caddy.start({ portalHost, baseDomain, hosts, port, opsPort, httpsPort })
  const { authority } = caddy
  return { host: '127.0.0.1', port: httpsPort, authority, stop: () => caddy.stop() }
}

/** The part of docs/operators/several-nodes.md, with addresses of this machine and without certificates. */
function haproxyFile({ hosts, port, opsPort }: Behind, at: number): string {
  const block = blocksOf('several-nodes').find(({ language }) => language === 'haproxy')
  const servers = hosts.map((host, nth) => `  server node${nth} ${host}:${port}`)
  return block!.text
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${at}`)
    .replace(/\bport 4001\b/, `port ${opsPort}`)
    .replace(/(?:^ {2}server .*\n?)+/m, `${servers.join('\n')}\n`)
}

async function haproxyBefore(behind: Behind): Promise<StandingFront> {
  const folder = await mkdtemp(join(tmpdir(), 'byre-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const port = await freePort()
  await writeFile(file, haproxyFile(behind, port))
  const program = ['haproxy', '/usr/sbin/haproxy'].find((name) => spawnSync(name, ['-v']).status === 0)
  if (program === undefined)
    throw new Error('There is no haproxy here: install it (apt-get install haproxy).')
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  for (let tries = 0; !(await isListening(port)); tries++, await delay(50))
    if (child.exitCode !== null || tries > 200) throw new Error(`haproxy does not serve:\n${printed}`)
  return {
    host: '127.0.0.1',
    port,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isSo = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isSo
}

export const fronts = { haproxy: haproxyBefore, caddy: caddyBefore } as const
