import { getSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newApiKey } from '@byre/server/testing/api-keys'
import { freePort } from '@byre/server/testing/main-process'
import { newSite } from '@byre/server/testing/places'
import { TestApp, type Person } from '@byre/server/testing/test-app'
import { root } from '../install.mjs'
import { Desktop } from './desktop.ts'

/* The guides of the API, carried out: every command that says what it is answered is run, every piece of TypeScript compiled. */

const folder = join(root, 'docs/guides')
const guides = readdirSync(folder).map((file) => ({
  name: file.replace('.html', ''),
  html: readFileSync(join(folder, file), 'utf8'),
}))
const api = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>
}

const asText = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const block = /<pre\s([^>]*)><code\s*>([^]*?)<\/code/g
/** The blocks that a guide marks so, each with what the mark says. */
const blocksOf = (html: string, mark: 'data-answers' | 'data-language') =>
  [...html.matchAll(block)].flatMap(([, marks = '', text = '']) => {
    const said = new RegExp(`${mark}="([^"]*)"`).exec(marks)?.[1]
    return said === undefined ? [] : [{ said, text: asText(text) }]
  })

const desktop = new Desktop()
let testApp: TestApp
let port: number
let alice: Person

before(async () => {
  port = await freePort()
  testApp = await TestApp.start({ PORT: String(port) })
  await testApp.app.fastify.listen({ port, host: '127.0.0.1' })
  alice = await testApp.person('alice')
})
after(async () => {
  await testApp.close()
  desktop.clear()
})

/** What a reader of a guide has: a key, a site, and what they read of it. */
async function surroundings(): Promise<Record<string, string>> {
  const { key } = await newApiKey(testApp, alice, { scopes: 'places:write people:write billing:read' })
  const { id } = await newSite(testApp, alice)
  const { headers } = await testApp.call(getSite, { as: alice, params: { id } })
  const someone = await testApp.person(`someone-${id}`)
  return {
    BYRE: `http://localhost:${port}`,
    BYRE_KEY: key,
    SITE: id,
    ETAG: String(headers['etag']),
    EMAIL: someone.email,
    PASSWORD: someone.password,
    REFRESH: someone.refresh,
  }
}

describe('what a guide shows is so', () => {
  for (const { name, html } of guides)
    test(name, async () => {
      const env = await surroundings()
      for (const { said, text } of blocksOf(html, 'data-answers')) {
        const answers = await desktop.run(text, env)
        assert.equal(answers.map(({ status }) => status).join(' '), said, text)
      }
      for (const { text } of blocksOf(html, 'data-language')) assert.equal(await desktop.compile(text), '')
    })

  test('ten commands and four programs or more', () => {
    const count = (mark: 'data-answers' | 'data-language') =>
      guides.flatMap(({ html }) => blocksOf(html, mark)).length
    assert.ok(count('data-answers') >= 8, `${count('data-answers')}`)
    assert.ok(count('data-language') >= 4, `${count('data-language')}`)
  })
})

test('a guide leads to guides and calls that there are, and the list of calls to every guide', () => {
  const names = new Set(guides.map(({ name }) => name))
  const calls = new Set(
    Object.values(api.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId)),
  )
  for (const { name, html } of guides)
    for (const [, guide, call] of html.matchAll(/href="\/api\/docs(?:\/guides\/([\w-]+)|#(\w+))"/g)) {
      if (guide) assert.ok(names.has(guide), `${name} leads to the guide ${guide}`)
      if (call) assert.ok(calls.has(call), `${name} leads to the call ${call}`)
    }
  const page = readFileSync(join(root, 'server/src/platform/api-docs/page.html'), 'utf8')
  for (const { name } of guides)
    assert.ok(page.includes(`/api/docs/guides/${name}"`), `nothing leads to ${name}`)
})
