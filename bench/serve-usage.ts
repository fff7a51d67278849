/** Answers the harness over IPC: CPU time, memory and statements of this process so far. */
export function serveUsage(statements: () => number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system, rss: process.memoryUsage.rss(), statements: statements() })
  })
  process.on('disconnect', () => process.exit(0))
}
