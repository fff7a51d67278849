import { isIP } from 'node:net'

/**
 * Reads environment variables and collects what is wrong with them, one line each, so that all of it is
 * told at once. An empty value counts as not set. A refused value reads as its fallback: `problems` decides.
 */
export class Environment {
  readonly problems: string[] = []
  readonly #values: NodeJS.ProcessEnv

  constructor(values: NodeJS.ProcessEnv) {
    this.#values = values
  }

  refuse(name: string, isSo: string, remedy: string): void {
    this.problems.push(`${name} ${isSo}: ${remedy}.`)
  }

  #refuseValue(name: string, value: string, remedy: string): void {
    this.refuse(name, `is ${JSON.stringify(value)}`, remedy)
  }

  text(name: string): string | undefined {
    return this.#values[name]?.trim() || undefined
  }

  wholeNumber(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const value = this.text(name)
    if (value === undefined) return fallback
    if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
    this.#refuseValue(name, value, `give a whole number from ${min} to ${max}`)
    return fallback
  }

  factor(name: string, fallback: number): number {
    const value = this.text(name)
    if (value === undefined) return fallback
    if (/^\d{1,9}(\.\d{1,6})?$/.test(value) && Number(value) > 0) return Number(value)
    this.#refuseValue(name, value, 'give a number above 0, such as 1 or 0.5')
    return fallback
  }

  choice<const T extends string>(name: string, choices: readonly [T, ...T[]]): T {
    const value = this.text(name)
    if (value === undefined) return choices[0]
    const chosen = choices.find((choice) => choice === value)
    if (chosen !== undefined) return chosen
    this.#refuseValue(name, value, `give one of ${choices.join(', ')}`)
    return choices[0]
  }

  choices<const T extends string>(name: string, choices: readonly T[]): readonly T[] {
    const values = this.list(name)
    if (values.length === 0) return choices
    const strange = values.find((value) => !choices.some((choice) => choice === value))
    if (strange !== undefined) this.#refuseValue(name, strange, `give a list of ${choices.join(', ')}`)
    return choices.filter((choice) => values.includes(choice))
  }

  list(name: string): string[] {
    const values = (this.text(name) ?? '').split(',').map((value) => value.trim())
    return values.filter((value) => value !== '')
  }

  flag(name: string): boolean {
    const value = this.text(name)
    if (value !== undefined && value !== '0' && value !== '1') this.#refuseValue(name, value, 'give 0 or 1')
    return value === '1'
  }

  /** A value that `isRight` accepts. Pass `secret` for one that must not be repeated in a message. */
  checked(
    name: string,
    isRight: (value: string) => boolean,
    remedy: string,
    secret?: 'secret',
  ): string | undefined {
    const value = this.text(name)
    if (value === undefined || isRight(value)) return value
    if (secret) this.refuse(name, 'cannot be used', remedy)
    else this.#refuseValue(name, value, remedy)
    return undefined
  }

  /** The base address of an http service, without a slash at its end. */
  baseUrl(name: string, fallback: string, { path }: { path: boolean }): string {
    const isBase = (value: string) => {
      const url = parseUrl(value, ['http:', 'https:'])
      const isBare = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
      return isBare && (path || url.pathname === '/')
    }
    const example = path ? 'https://api.example.com' : 'https://portal.example.com'
    const value = this.checked(name, isBase, `give an http or https address such as ${example}`)
    return value === undefined ? fallback : new URL(value).href.replace(/\/+$/, '')
  }
}

export function parseUrl(value: string, protocols: readonly string[]): URL | undefined {
  const url = URL.parse(value)
  return url && protocols.includes(url.protocol) && url.hostname !== '' ? url : undefined
}

export function isHostName(value: string): boolean {
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
  return value.length <= 253 && new RegExp(`^${label}(?:\\.${label})*$`).test(value) && isIP(value) === 0
}

/** `10.0.0.1`, `10.0.0.0/8`, `::1`, `fd00::/8`. */
export function isAddressOrNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/** `10.0.0.53`, `10.0.0.53:5353`, `[::1]:5353`. */
export function isAddressWithPort(value: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(value) ?? []
  return isIP(value) !== 0 || (isIP(bracketed ?? plain ?? '') !== 0 && Number(port ?? 53) <= 65_535)
}
