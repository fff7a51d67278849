import { clock } from './clock.ts'

/*
 * One tab at a time for the whole browser: through Web Locks, or, where the page has no secure
 * context (plain http on a LAN), through a lease in local storage that its holder keeps extending.
 */

const leaseMs = 10_000
const settleMs = 50

export async function oneAtATime<T>(name: string, command: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.locks) return navigator.locks.request(name, command)
  const owner = await takeLease(name)
  const isHeld = () => readLease(name)?.owner === owner
  const giveBack = () => isHeld() && localStorage.removeItem(name)
  const extending = setInterval(() => isHeld() && writeLease(name, owner), leaseMs / 3)
  // A tab that is closed leaves it to the next one at once, as a lock does.
  globalThis.addEventListener?.('pagehide', giveBack)
  try {
    return await command()
  } finally {
    clearInterval(extending)
    globalThis.removeEventListener?.('pagehide', giveBack)
    giveBack()
  }
}

/** Writes its own name and looks again after a moment: of two that write at once, the later stays. */
async function takeLease(name: string): Promise<string> {
  const owner = `${clock.now()}-${Math.random()}`
  for (;;) {
    const lease = readLease(name)
    if (!lease || lease.until < clock.now()) {
      writeLease(name, owner)
      await clock.wait(settleMs + Math.random() * settleMs)
      if (readLease(name)?.owner === owner) return owner
    } else {
      await clock.wait(settleMs * 4)
    }
  }
}

function readLease(name: string): { owner: string; until: number } | null {
  const [owner, until] = (localStorage.getItem(name) ?? '').split(' ')
  return owner && until ? { owner, until: Number(until) } : null
}

function writeLease(name: string, owner: string) {
  localStorage.setItem(name, `${owner} ${clock.now() + leaseMs}`)
}
