/*
 * What we use of `node:http`. An `import` of it also loads what Node makes its WebSocket of, a whole HTTP client that nobody here asks for
 * (docs/decisions/0169).
 */

export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')
