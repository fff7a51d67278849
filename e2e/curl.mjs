#!/usr/bin/env node
// Stands in for curl where a machine has none: just the options that docs/road.md, the guides and the API's reference use.
import { writeFileSync } from 'node:fs'

const args = process.argv.slice(2)
const form = new URLSearchParams()
const headers = {}
let method = 'GET'
let url = ''
let explicit = false
let json
let file = ''
let after = ''
let seconds = 60
while (args.length > 0) {
  const option = args.shift()
  if (option === '-s' || option === '-N') continue
  if (option === '-X') [method, explicit] = [args.shift(), true]
  else if (option === '-o') file = args.shift()
  else if (option === '-w') after = args.shift()
  else if (option === '--max-time') seconds = Number(args.shift())
  else if (option === '-H') {
    const [name, ...value] = args.shift().split(':')
    headers[name] = value.join(':').trim()
  } else if (option === '-d' || option === '--data-urlencode') {
    const given = args.shift()
    const [name, ...value] = given.split('=')
    if (given.startsWith('{')) json = given
    else form.append(name, value.join('='))
    if (!explicit) method = 'POST'
  } else url = option
}

const sent = json ?? (form.size > 0 ? form : undefined)
const signal = AbortSignal.timeout(seconds * 1000)
const answer = await fetch(url, { method, headers, signal, ...(sent === undefined ? {} : { body: sent }) })
try {
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (file) writeFileSync(file, bytes)
  else process.stdout.write(bytes)
} catch {
  // A stream, until the time was over.
  process.exitCode = 28
}
process.stdout.write(after.replaceAll('\\n', '\n').replace('%{http_code}', String(answer.status)))
