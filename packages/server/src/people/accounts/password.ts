/** Passwords: stored as scrypt with the cost that OWASP names, and checked in the thread pool, a few at a time. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { isCommonPassword } from './common-passwords.ts'

export type PasswordCost = Readonly<Record<'N' | 'r' | 'p', number>>

export const PASSWORD_COST: PasswordCost = { N: 2 ** 17, r: 8, p: 1 }
const BYTES = 32
const LEAST_CHARACTERS = 12
const MOST_CHARACTERS = 200

/** Each takes 128 MB for about half a second: more at once could use up the memory. */
const AT_ONCE = 2

/** Rather than letting a flood of sign-ins wait for minutes, more are turned away. */
const MOST_WAITING = 32

export class TooManySignIns extends Error {}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new TooManySignIns()
    await new Promise<void>(done => waiting.push(done))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

const derive = (password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((done, failed) => {
        // The same characters can be composed in different ways; they are the same password.
        scrypt(
          password.normalize('NFKC'),
          salt,
          BYTES,
          { ...cost, maxmem: 256 * 1024 * 1024 },
          (error, key) => (error ? failed(error) : done(key)),
        )
      }),
  )

const storedForm = ({ N, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string =>
  ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16)
  return storedForm(cost, salt, await derive(password, salt, cost))
}

/** `usual`: the cost of the comparison if nothing is stored, so that it takes as long. */
export async function isPassword(
  password: string,
  stored: string | undefined,
  usual: PasswordCost,
): Promise<boolean> {
  const compared = stored ?? storedForm(usual, Buffer.alloc(16), Buffer.alloc(0))
  const [, n, r, p, salt = '', hash = ''] = compared.split('$')
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  // A character has two code units at most.
  const beginning = [...password.slice(0, 2 * MOST_CHARACTERS)].slice(0, MOST_CHARACTERS).join('')
  const found = await derive(beginning, Buffer.from(salt, 'base64url'), cost)
  const expected = Buffer.from(hash, 'base64url')
  return expected.length === found.length && timingSafeEqual(expected, found)
}

export type PasswordFault = 'passwordShort' | 'passwordLong' | 'passwordCommon'

/** NIST SP 800-63B: a length and a list of common ones; no rules about kinds of characters. */
export function passwordFault(password: string, own: readonly string[]): PasswordFault | undefined {
  const { length } = [...password]
  if (length < LEAST_CHARACTERS) return 'passwordShort'
  if (length > MOST_CHARACTERS) return 'passwordLong'
  return isCommonPassword(password, own) ? 'passwordCommon' : undefined
}
