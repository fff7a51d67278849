import { brands, tileOf } from '@byre/contract/brands'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { iconFolder } from './icons.ts'
import { newSite } from '../server/src/testing/places.ts'
import { calgary } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What browsers, launchers and robots ask for by addresses of their own. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

interface Answer {
  status: number
  type: string
  location: string | undefined
  content: Buffer
}

/** Asks whoever answers under a host, as a robot does. */
function get(path: string, host = new URL(portal.url).host): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(portal.url + path, { headers: { host } }, async (answer) => {
      const content = Buffer.concat(await answer.toArray())
      const { 'content-type': type = '', location } = answer.headers
      done({ status: answer.statusCode!, type, location, content })
    })
    sent.on('error', fail).end()
  })
}

const isPng = (content: Buffer) => content.subarray(1, 4).toString() === 'PNG'
const widthOf = (png: Buffer) => png.readUInt32BE(16)

test('the icon of old browsers holds one picture of 32 px', async () => {
  const { status, type, content } = await get('/favicon.ico')
  assert.equal(status, 200)
  assert.match(type, /^image\/(?:x-icon|vnd\.microsoft\.icon)$/)
  assert.deepEqual([...content.subarray(0, 8)], [0, 0, 1, 0, 1, 0, 32, 32])
  const picture = content.subarray(content.readUInt32LE(18))
  assert.ok(isPng(picture) && widthOf(picture) === 32)
})

test('the page names the icon of a home screen, which is 180 px', async () => {
  const page = (await get('/login')).content.toString()
  const [, path = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? []
  const { status, type, content } = await get(path)
  assert.deepEqual([status, type, widthOf(content)], [200, 'image/png', 180])
})

test('the page names a manifest in the brand’s name, with its icons, maskable ones too', async () => {
  const page = (await get('/login')).content.toString()
  const [, path = ''] = /<link rel="manifest" href="([^"]+)"/.exec(page) ?? []
  const { status, type, content } = await get(path)
  assert.equal(status, 200)
  assert.match(type, /^application\/manifest\+json/)
  const manifest = JSON.parse(content.toString()) as {
    name: string
    theme_color: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  assert.equal(manifest.name, brands.sites.name)
  assert.equal(manifest.theme_color, brands.sites.accent.light.ground)
  assert.deepEqual([...new Set(manifest.icons.map(({ purpose }) => purpose))], ['any', 'maskable'])
  for (const { src, sizes } of manifest.icons) {
    const icon = await get(src)
    assert.deepEqual([icon.status, icon.type], [200, 'image/png'])
    assert.equal(`${widthOf(icon.content)}x${widthOf(icon.content)}`, sizes)
  }
})

test('robots may read what is for everybody on the portal, and nothing of a place', async () => {
  const own = await get('/robots.txt')
  assert.equal(own.status, 200)
  assert.match(own.type, /^text\/plain/)
  assert.match(own.content.toString(), /^User-agent: \*\nAllow: \/login\$\n[\s\S]*^Disallow: \/$/m)

  const alice = await portal.onboarded('alice', calgary)
  const site = await newSite(portal.testApp, alice)
  const place = await get('/robots.txt', new URL(site.launch_url).host)
  assert.equal(place.status, 200)
  assert.match(place.type, /^text\/plain/)
  assert.equal(place.content.toString(), 'User-agent: *\nDisallow: /\n')
  assert.equal((await get('/robots.txt', 'nobodys.localhost')).status, 421)
})

test('a password keeper is led to where a password is changed, on the portal alone', async () => {
  const led = await get('/.well-known/change-password')
  assert.deepEqual([led.status, led.location], [302, '/reset'])
  const bob = await portal.onboarded('bob', calgary)
  const site = await newSite(portal.testApp, bob)
  assert.equal((await get('/.well-known/change-password', new URL(site.launch_url).host)).status, 404)
})

test('the icons of each brand are drawn from its present logo', () => {
  for (const [product, brand] of Object.entries(brands))
    assert.equal(
      readFileSync(join(iconFolder, product, 'drawn-from.svg'), 'utf8').trim(),
      tileOf(brand),
      `e2e/icons.ts draws those of ${brand.name} anew`,
    )
})
