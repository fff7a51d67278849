import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostOffice } from '../../testing/post-office.ts'
import { newId } from '../ids.ts'
import { smtpMailer, type Mail } from './mail.ts'

test('mails handed over together are composed each in a turn of its own, so that callers come between', async () => {
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  const composedIn: number[] = []
  const notingMail = (): Mail => ({
    to: 'alice@ranch.example',
    subject: 'Welcome',
    get text() {
      composedIn.push(turn)
      return 'Welcome to the ranch.'
    },
    html: '<p>Welcome to the ranch.</p>',
  })
  const office = await PostOffice.open()
  const mailer = smtpMailer(office.url, 'Byre Sites <no-reply@byre.example>')
  try {
    await Promise.all(Array.from({ length: 5 }, () => mailer.send(newId(), notingMail())))
    assert.equal(office.received.length, 5)
    assert.equal(new Set(composedIn).size, 5, composedIn.join())
  } finally {
    clearImmediate(next)
    mailer.close()
    await office.close()
  }
})
