import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../install.mjs'

/** What one curl was answered: its status and, of a refusal, its code. */
interface Answered {
  status: number
  code: string
}

/** Where somebody copies what the reference and the guides show: an empty folder with a shell, curl and a compiler. */
export class Desktop {
  readonly #folder = mkdtempSync(join(tmpdir(), 'byre-desktop-'))

  constructor() {
    this.#addTool('curl', () => join(root, 'e2e/curl.mjs'))
    this.#addTool('uuidgen', () => {
      const place = join(this.#folder, 'uuidgen.mjs')
      writeFileSync(place, '#!/usr/bin/env node\nconsole.log(crypto.randomUUID())\n')
      return place
    })
  }

  /** What a shell here lacks of what people have. */
  #addTool(name: string, standIn: () => string): void {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    } catch {
      const tools = join(this.#folder, 'tools')
      mkdirSync(tools, { recursive: true })
      copyFileSync(standIn(), join(tools, name))
      chmodSync(join(tools, name), 0o755)
      rmSync(join(tools, 'node'), { force: true })
      symlinkSync(process.execPath, join(tools, 'node'))
    }
  }

  /** Runs a shell's text and tells what each curl in it was answered; one that streams ends after two seconds. */
  async run(text: string, env: Record<string, string>): Promise<Answered[]> {
    const curl = `curl() { command curl -s --max-time 2 -w '\\n%{http_code}\\n' "$@" || [ $? = 28 ]; }`
    const { stdout } = await promisify(execFile)('sh', ['-euc', `${curl}\n${text}`], {
      cwd: this.#folder,
      env: { PATH: `${process.env['PATH']}:${join(this.#folder, 'tools')}`, ...env },
      maxBuffer: 10 * 1024 * 1024,
    })
    return [...stdout.matchAll(/(.*)\n(\d{3})\n/g)].map(([, body = '', status]) => ({
      status: Number(status),
      code: /"code":"([\w.]+)"/.exec(body)?.[1] ?? '',
    }))
  }

  /** What a strict compiler says against TypeScript that uses the client package; '' where it is right. */
  async compile(text: string): Promise<string> {
    const index = join(root, 'client/src/index.ts')
    writeFileSync(join(this.#folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(this.#folder, 'sample.ts'), text.replaceAll("'@byre/client'", `'${index}'`))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const language = ['--strict', '--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom']
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const options = [...language, ...types, '--noEmit', '--allowImportingTsExtensions', '--skipLibCheck']
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, ...options, 'sample.ts'], {
      cwd: this.#folder,
    }).catch((error: { stdout: string }) => error)
    return stdout
  }

  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
