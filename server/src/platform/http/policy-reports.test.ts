import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TestApp } from '../../testing/test-app.ts'

const send = (testApp: TestApp, body: string, type = 'application/csp-report') =>
  testApp.send('POST', '/csp-reports', { body, headers: { 'content-type': type } })

describe('a browser’s report about our policy', () => {
  test('is told in the log by a few facts, in either format, and never by what an address carries', async () => {
    const testApp = await TestApp.start()
    try {
      const facts = {
        'effective-directive': 'script-src',
        'blocked-uri': 'https://evil.example/x.js?secret=1',
        'document-uri': 'https://portal.example/reset/confirm?code=123456#x',
        'original-policy': 'x'.repeat(9000),
      }
      assert.equal((await send(testApp, JSON.stringify({ 'csp-report': facts }))).status, 204)
      const newer = [
        { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'x\n{"level":60}' } },
      ]
      assert.equal((await send(testApp, JSON.stringify(newer), 'application/reports+json')).status, 204)

      const reports = testApp.complaints.map((line) => (line as { report: unknown }).report)
      assert.deepEqual(reports, [
        {
          directive: 'script-src',
          blocked: 'https://evil.example/x.js',
          page: 'https://portal.example/reset/confirm',
        },
        { directive: 'img-src', blocked: 'x\n{"level":60}' },
      ])
    } finally {
      await testApp.close()
    }
  })

  test('is refused where it is none, too large or of another type', async () => {
    const testApp = await TestApp.start()
    try {
      for (const body of ['{', '[]', '{}', '{"csp-report":1}', 'null', ''])
        assert.equal((await send(testApp, body)).status, 400, body)
      assert.equal((await send(testApp, 'x'.repeat(20_000))).status, 413)
      assert.equal((await testApp.send('POST', '/csp-reports', { body: { a: '1' } })).status, 415)
      assert.deepEqual(testApp.complaints, [])
    } finally {
      await testApp.close()
    }
  })

  test('fills no log: after ten in a minute the next ones of an address are not read', async () => {
    const testApp = await TestApp.start({ LIMIT_FACTOR: '1' })
    try {
      const body = JSON.stringify({ 'csp-report': { 'blocked-uri': 'x' } })
      const statuses: number[] = []
      for (let n = 0; n < 30; n += 1) statuses.push((await send(testApp, body)).status)
      // At most two windows of a minute were touched.
      assert.ok(testApp.complaints.length <= 20, `${testApp.complaints.length} lines`)
      assert.equal(statuses.filter((status) => status === 204).length, testApp.complaints.length)
      assert.ok(statuses.includes(429))
    } finally {
      await testApp.close()
    }
  })
})
