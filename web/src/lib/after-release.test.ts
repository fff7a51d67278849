import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'

/* As the browser tells it, on a document and a window of our own. */

const [page, frame] = [new EventTarget(), new EventTarget()]
Object.assign(globalThis, { document: page, window: frame })
const { afterRelease, whenReleased } = await import('./after-release.ts')

const tell = (name: string, buttons = 0, pointerType = 'mouse') =>
  page.dispatchEvent(Object.assign(new Event(name), { buttons, pointerType }))
const turn = () => new Promise<void>((done) => setTimeout(done))

let done = 0
const act = () => void (done += 1)
beforeEach(() => {
  tell('pointerup')
  done = 0
})

test('what is left with nothing pressed is left at once', () => {
  afterRelease(act)
  assert.equal(done, 1)
})

test('what is left by a press waits for its click, once', async () => {
  tell('pointerdown', 1)
  afterRelease(act)
  tell('pointermove', 1)
  await turn()
  assert.equal(done, 0)
  tell('pointerup')
  assert.equal(done, 0, 'the click comes first')
  await turn()
  tell('pointerup')
  await turn()
  assert.equal(done, 1)
})

test('a finger leaves a field only after it was lifted: that waits for its click, too', async () => {
  tell('pointerdown', 1, 'touch')
  tell('pointerup', 0, 'touch')
  afterRelease(act)
  await turn()
  assert.equal(done, 0, 'the click is still to come')
  tell('click')
  assert.equal(done, 0, 'and goes first')
  await turn()
  assert.equal(done, 1)
})

test('a finger that is lifted without a click leaves all the same', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  tell('pointerdown', 1, 'touch')
  tell('pointerup', 0, 'touch')
  afterRelease(act)
  mock.timers.tick(500)
  mock.timers.reset()
  assert.equal(done, 1)
})

const lost: Record<string, () => void> = {
  'the browser takes the press away': () => tell('pointercancel'),
  'the pointer comes back with no button down': () => tell('pointermove'),
  'a key is pressed': () => tell('keydown'),
  'the page is hidden': () => tell('visibilitychange'),
  'the window is left': () => frame.dispatchEvent(new Event('blur')),
}
for (const [words, happens] of Object.entries(lost))
  test(`a press whose end nobody tells does not last: ${words}`, async () => {
    tell('pointerdown', 1)
    afterRelease(act)
    happens()
    await turn()
    assert.equal(done, 1)

    tell('pointerdown', 1)
    happens()
    afterRelease(act)
    assert.equal(done, 2, 'the next field is left at once')
  })

test('whoever keeps pressing waits no longer than five seconds', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  tell('pointerdown', 1)
  afterRelease(act)
  mock.timers.tick(4_900)
  assert.equal(done, 0)
  mock.timers.tick(200)
  mock.timers.reset()
  assert.equal(done, 1)
})

test('what comes or fails during a press is passed on after its click; without one, at once', async () => {
  tell('pointerdown', 1)
  const [came, failed] = [
    whenReleased(Promise.resolve('milk')),
    whenReleased(Promise.reject(new Error('sour'))),
  ]
  came.then(act, act)
  failed.then(act, act)
  await turn()
  assert.equal(done, 0)
  tell('pointerup')
  assert.equal(await came, 'milk')
  await assert.rejects(failed, /sour/)
  assert.equal(await whenReleased(Promise.resolve('cream')), 'cream')
})
