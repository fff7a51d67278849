/** What the process exits with, so that scripts and service managers can tell the causes apart. */
export const exitCodes = {
  failed: 1,
  environment: 2,
  dataDirHeld: 3,
  database: 4,
  schema: 5,
  portTaken: 6,
  dataDirUnwritable: 7,
  secret: 8,
} as const

/** Why the process cannot start, in one line for whoever runs it: what is so, and what to do. */
export class StartError extends Error {
  override name = 'StartError'
  readonly exitCode: number

  constructor(cause: keyof typeof exitCodes, line: string) {
    super(line)
    this.exitCode = exitCodes[cause]
  }
}

/** `ENOENT` and its like, of an error that Node's own calls gave. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
