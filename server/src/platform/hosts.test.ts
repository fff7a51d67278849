import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostCookie, readTokenCookie } from './http/cookies.ts'
import { canonicalHost, sideOf, tenantLabel, tenantName, tenantNameOfBare, tenantOrigin } from './hosts.ts'

const local = { publicUrl: 'http://localhost:4000', baseDomain: 'localhost' }
const live = { publicUrl: 'https://portal.byre.example', baseDomain: 'ranches.example' }
const inside = { publicUrl: 'https://app.byre.example:8443', baseDomain: 'byre.example' }

test('T08 the portal is its own host alone, in any mails, with or without its scheme’s port', () => {
  for (const host of ['localhost:4000', 'LOCALHOST:4000']) assert.equal(sideOf(host, local), 'portal')
  for (const host of ['portal.byre.example', 'portal.byre.example:443'])
    assert.equal(sideOf(host, live), 'portal')
  for (const host of [undefined, '', 'localhost', 'localhost:4001', 'localhost:04000', 'x.localhost:4000'])
    assert.equal(sideOf(host, local), 'tenant', host)
  for (const host of [
    'portal.byre.example:80',
    'portal.byre.example:8443',
    'byre.example',
    'portal.byre.example.',
  ])
    assert.equal(sideOf(host, live), 'tenant', host)
})

test('T08 what is not a plain host name is none', () => {
  for (const host of [
    'a b',
    'a@b',
    'a/b',
    'a\\b',
    'a%2eb',
    'a?b',
    'a#b',
    'a:b',
    'a:123456',
    'a:',
    ':80',
    '-a',
    'a_b',
    'a\n',
    'ä.example',
    '[::1',
    '::1',
    'x'.repeat(254),
  ])
    assert.equal(canonicalHost(host, local), null, host)
  assert.equal(canonicalHost('[::1]:4000', local), '[::1]:4000')
  assert.equal(canonicalHost('Ranch.Example:80', local), 'ranch.example')
})

test('a tenant’s label is what stands directly below the base domain, on the portal’s port', () => {
  assert.equal(tenantLabel('North.localhost:4000', local), 'north')
  assert.equal(tenantLabel('north.ranches.example', live), 'north')
  assert.equal(tenantLabel('north.ranches.example:443', live), 'north')
  assert.equal(tenantLabel('north.byre.example:8443', inside), 'north')
  for (const host of [
    'localhost:4000',
    'a.b.localhost:4000',
    '.localhost:4000',
    'north.localhost',
    'xlocalhost:4000',
  ])
    assert.equal(tenantLabel(host, local), null, host)
  assert.equal(tenantLabel('app.byre.example:8443', inside), null)
  assert.equal(tenantLabel('portal.byre.example', live), null)
})

test('T08 a domain of its own is whole, on the portal’s port, and nowhere below the base domain', () => {
  assert.equal(tenantName('North.Farm:4000', local), 'north.farm')
  assert.equal(tenantName('north.farm', live), 'north.farm')
  assert.equal(tenantName('www.north.farm:443', live), 'www.north.farm')
  assert.equal(tenantName('north.ranches.example', live), 'north')
  for (const host of [
    'north.farm',
    'north.farm:80',
    'localhost:4000',
    'a.b.localhost:4000',
    'farm:4000',
    '[::1]:4000',
  ])
    assert.equal(tenantName(host, local), null, host)
  for (const host of ['portal.byre.example', 'ranches.example', 'a.b.ranches.example', 'north.farm:8443'])
    assert.equal(tenantName(host, live), null, host)
})

test('T07 a name for a certificate is read without a port', () => {
  assert.equal(tenantNameOfBare('north.farm', local), 'north.farm')
  assert.equal(tenantNameOfBare('north.localhost', local), 'north')
  assert.equal(tenantNameOfBare('north.byre.example', inside), 'north')
  assert.equal(tenantNameOfBare('north.localhost:4000', local), null)
  assert.equal(tenantNameOfBare('app.byre.example', inside), null)
})

test('where a tenant answers has the portal’s scheme and port', () => {
  assert.equal(tenantOrigin('north', local), 'http://north.localhost:4000')
  assert.equal(tenantOrigin('north', live), 'https://north.ranches.example')
  assert.equal(tenantOrigin('north', inside), 'https://north.byre.example:8443')
})

test('T11 a cookie is the host’s own, and under https says so in its name', () => {
  const token = 'a'.repeat(43)
  assert.equal(
    hostCookie('byre_state', token, local.publicUrl, 600),
    `byre_state=${token}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`,
  )
  assert.equal(
    hostCookie('byre_session', token, live.publicUrl),
    `__Host-byre_session=${token}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  )
})

test('a cookie is read only where it is one token, sent once, under its own name', () => {
  const token = 'Aa0_-'.repeat(9).slice(0, 43)
  const read = (header: string | undefined, publicUrl = local.publicUrl) =>
    readTokenCookie(header, 'byre_session', publicUrl)
  assert.equal(read(`a=b; byre_session=${token}; c=d`), token)
  assert.equal(read(`__Host-byre_session=${token}`, live.publicUrl), token)
  for (const header of [
    undefined,
    '',
    `byre_session=${token}x`,
    `byre_session=`,
    `byre_session="${token}"`,
    `xbyre_session=${token}`,
    `byre_session=${token}; byre_session=${token}`,
    `byre_session=planted; byre_session=${token}`,
    `byre_session=%41${token.slice(1)}`,
    `__Host-byre_session=${token}`,
  ])
    assert.equal(read(header), null, header)
  assert.equal(read(`byre_session=${token}`, live.publicUrl), null)
})
