/* A benchmark that cannot go on says why in one line and ends as a failure. */

process.on('uncaughtException', (error) => {
  console.error(`bench: ${error.message.trim().replaceAll(/\s*\n\s*/g, ' · ')}`)
  process.exit(1)
})
