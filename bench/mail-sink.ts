import { createServer } from 'node:net'

/* A mail server that takes everything, in a process of its own; it tells its port. */

// What it answers leaves at once, as a mail server's does: to the commands of one packet together (RFC 2920, 3.2).
const server = createServer({ noDelay: true }, (socket) => {
  let isMail = false
  let rest = ''
  socket.write('220 sink\r\n')
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop()!
    let answers = ''
    for (const line of lines) {
      if (isMail) {
        if (line !== '.') continue
        isMail = false
        answers += '250 taken\r\n'
        continue
      }
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'QUIT') return void socket.end(`${answers}221 bye\r\n`)
      isMail = command === 'DATA'
      answers += answerTo(command)
    }
    if (answers !== '') socket.write(answers)
  })
})

function answerTo(command: string): string {
  // What every mail server of today offers.
  if (command === 'EHLO') return '250-sink\r\n250-8BITMIME\r\n250 PIPELINING\r\n'
  return command === 'DATA' ? '354 go on\r\n' : '250 sink\r\n'
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(address!.port)
})
process.on('disconnect', () => process.exit(0))
