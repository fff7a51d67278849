import dns from 'node:dns'

/*
 * Loaded before the product: its process knows a database by a name that leads to this machine, until a name server would
 * no longer know it.
 */

const databaseName = 'database.byre.test'
const { lookup } = dns
let isNamed = true

/** @type {any} -- it is called in several ways, all of which end with whom to tell. */
const staged = (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) => {
  if (name !== databaseName) return Reflect.apply(lookup, dns, [name, ...rest])
  if (isNamed) return Reflect.apply(lookup, dns, ['127.0.0.1', ...rest])
  const tell = /** @type {(error: Error) => void} */ (rest.at(-1))
  const unknown = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: name,
  })
  setImmediate(() => tell(unknown))
}
dns.lookup = staged

process.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('isNamed' in message)) return
  isNamed = Boolean(message.isNamed)
  process.send?.({ isNamed })
})
process.channel?.unref()
