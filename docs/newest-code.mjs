// Reads the newest six-digit code for an address from the development mail page.
// The mail leaves a moment after the call that asked for it, so this looks for up to ten seconds.
const [portal, email] = process.argv.slice(2)
const page = async (path) => (await fetch(portal + path)).text()

for (let tries = 0; tries < 100; tries++) {
  const list = await page('/dev/mail')
  for (const [, path] of list.matchAll(/href="(\/dev\/mail\/[0-9a-f-]{36})"/g)) {
    const mail = await page(path)
    const code = mail.includes(`To ${email},`) && /^\s*(\d{6})\s*$/m.exec(mail)?.[1]
    if (code) {
      console.log(code)
      process.exit(0)
    }
  }
  await new Promise((done) => setTimeout(done, 100))
}
console.error(`No code was mailed to ${email}.`)
process.exit(1)
