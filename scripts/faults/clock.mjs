/*
 * Loaded before the product: its process goes by a clock that can be moved while it serves, as that of a machine jumps. The
 * database beside it keeps its own. Timers wait as long as ever, since they count and do not look at the clock.
 */

const Real = Date
let offset = 0

globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [Real.now() + offset] : args, newTarget),
  apply: () => new Real(Real.now() + offset).toString(),
  get: (target, name) => (name === 'now' ? () => Real.now() + offset : Reflect.get(target, name)),
})

// The channel that `npm start` has too, by which the product knows that whoever started it is gone.
process.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('clock' in message)) return
  offset = Number(message.clock)
  process.send?.({ clock: offset })
})
process.channel?.unref()
