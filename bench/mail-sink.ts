import { createServer, type Socket } from 'node:net'

/* A mail server that takes everything, in a process of its own; it tells its port. */

// Its lines leave at once, as a mail server's do.
const server = createServer({ noDelay: true }, (socket) => {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let isMail = false
  let rest = ''
  say('220 sink')
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (isMail) {
        if (line !== '.') continue
        isMail = false
        say('250 taken')
      } else isMail = answer(socket, say, line)
    }
  })
})

/** Answers one command; true: what follows is a mail. */
function answer(socket: Socket, say: (line: string) => void, line: string): boolean {
  const command = line.slice(0, 4).toUpperCase()
  if (command === 'QUIT') socket.end('221 bye\r\n')
  // What every mail server of today offers.
  else if (command === 'EHLO') socket.write('250-sink\r\n250-8BITMIME\r\n250 PIPELINING\r\n')
  else say(command === 'DATA' ? '354 go on' : '250 sink')
  return command === 'DATA'
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(address!.port)
})
process.on('disconnect', () => process.exit(0))
