/** The authenticator app of a test: RFC 6238 once more, so that a mistake of the server is not repeated here. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Page } from './browser.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  for (const character of base32) {
    bits = ((bits << 5) | ALPHABET.indexOf(character)) & 0xfff
    count += 5
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 0xff)
  }
  return Buffer.from(bytes)
}

export function codeOf(secret: string, step: number): string {
  const message = Buffer.alloc(8)
  message.writeUInt32BE(step, 4)
  const mac = createHmac('sha1', bytesOf(secret)).update(message).digest()
  const at = (mac[19] ?? 0) % 16
  return String((mac.readUInt32BE(at) % 2 ** 31) % 1_000_000).padStart(6, '0')
}

export interface Authenticator {
  readonly secret: string
  /** A code that was not used before: the server takes each once, of the step before, of this one and of the next. */
  next(): string
}

export function openAuthenticator(secret: string, now: () => number = Date.now): Authenticator {
  let last = 0
  return {
    secret,
    next: () => {
      last = Math.max(last + 1, Math.floor(now() / 30_000) - 1)
      return codeOf(secret, last)
    },
  }
}

/** The key that the page shows for those who cannot scan. */
export function secretIn({ text }: Page): string {
  const [, shown = ''] = /<p class="secret"><code>([A-Z2-7 ]+)<\/code>/.exec(text) ?? []
  assert.notEqual(shown, '', text.slice(0, 2000))
  return shown.replaceAll(' ', '')
}
