/* A benchmark that cannot go on says why in one line and ends as a failure. */

let isSaid = false

/** Says why a benchmark cannot go on; what breaks because of that is not said any more. */
export function sayWhy(error: Error): void {
  if (!isSaid) console.error(`bench: ${error.message.trim().replaceAll(/\s*\n\s*/g, ' · ')}`)
  isSaid = true
}

process.on('uncaughtException', (error) => {
  sayWhy(error)
  process.exit(1)
})
