#!/usr/bin/env node
// Stands in for curl where a machine has none: just the options that docs/road.md uses.
const args = process.argv.slice(2)
const form = new URLSearchParams()
const headers = {}
let method = 'GET'
let url = ''
let explicit = false
while (args.length > 0) {
  const option = args.shift()
  if (option === '-s') continue
  if (option === '-X') [method, explicit] = [args.shift(), true]
  else if (option === '-H') {
    const [name, ...value] = args.shift().split(':')
    headers[name] = value.join(':').trim()
  } else if (option === '-d' || option === '--data-urlencode') {
    const [name, ...value] = args.shift().split('=')
    form.append(name, value.join('='))
    if (!explicit) method = 'POST'
  } else url = option
}

process.stdout.write(
  await (await fetch(url, form.size > 0 ? { method, headers, body: form } : { method, headers })).text(),
)
