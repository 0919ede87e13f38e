/** One walk over the bytes of a JSON document that finds what `JSON.parse` would let pass, or change, in silence. */

import { decodeBytes, encodeWithSentinel } from '../bytes.ts'
import { isExactNumber, LONGEST_NUMBER } from '../exact.ts'
import type { JsonLimits } from './limits.ts'

/** The first fault of a document: at which byte, by which rule, and what is wrong. */
interface JsonFault {
  readonly offset: number
  readonly code: string
  readonly message: string
}

/** The result of a scan, before the document is parsed. */
export interface JsonScan {
  readonly fault: JsonFault | undefined
  /** True where an array in it has no items. */
  readonly hasEmptyArray: boolean
}

const QUOTE = 0x22
const COMMA = 0x2c
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const BACKSLASH = 0x5c
const UNDERSCORE = 0x5f
const END_ARRAY = 0x5d
const END_OBJECT = 0x7d

/** Objects up to this many members have their keys compared pair by pair, larger ones through a set. */
const FEW = 16

/** Fifteen decimal digits always survive a double (IEEE 754 binary64). */
const SAFE_DIGITS = 15

/** The escapes of one letter (RFC 8259 section 7). */
const ESCAPES = '"\\/bfnrt'

/** Bytes of a string that need no check: all but quotes, backslashes and control characters. */
const ORDINARY = new Uint8Array(256).fill(1, 0x20)
ORDINARY[QUOTE] = 0
ORDINARY[BACKSLASH] = 0

class Refusal {
  readonly fault: JsonFault
  constructor(offset: number, code: string, message: string) {
    this.fault = { offset, code, message }
  }
}

/**
 * Checks a document by RFC 8259 and for what a JavaScript object cannot carry: a key twice, a key that would change
 * its place, `__proto__`, half a surrogate pair, U+0000, a number that a double does not hold. The bytes are UTF-8
 * and end in one zero byte that is not part of the document.
 */
export function scanJson(bytes: Uint8Array, limits: JsonLimits): JsonScan {
  const scanner = new Scanner(bytes, limits)
  try {
    scanner.document()
    return { fault: undefined, hasEmptyArray: scanner.hasEmptyArray }
  } catch (refusal) {
    if (refusal instanceof Refusal) return { fault: refusal.fault, hasEmptyArray: false }
    throw refusal
  }
}

/** A class, and over bytes, for speed: a walk over the units of a string costs twice as much. */
class Scanner {
  hasEmptyArray = false
  private readonly bytes: Uint8Array
  private readonly limits: JsonLimits
  private at = 0
  /** Hash, start and end of the keys of the objects that are open, innermost last. */
  private readonly keys: number[] = []
  private top = 0
  private containers = 0

  constructor(bytes: Uint8Array, limits: JsonLimits) {
    this.bytes = bytes
    this.limits = limits
  }

  document(): void {
    this.value(this.next(), 0)
    this.next()
    if (this.at !== this.bytes.length - 1) this.refuseSyntax('The document goes on after its value')
  }

  /** Skips white space and returns the byte there. */
  private next(): number {
    const bytes = this.bytes
    let at = this.at
    let byte = bytes[at] ?? 0
    if (byte > 0x20) return byte
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at += 1
      byte = bytes[at] ?? 0
    }
    this.at = at
    return byte
  }

  private value(byte: number, depth: number): void {
    if (byte === QUOTE) this.string()
    else if (byte === 0x7b) this.object(depth + 1)
    else if (byte === 0x5b) this.array(depth + 1)
    else if (byte === 0x2d || (byte >= ZERO && byte <= NINE)) this.number()
    else if (byte === 0x74) this.word('true')
    else if (byte === 0x66) this.word('false')
    else if (byte === 0x6e) this.word('null')
    else this.refuseSyntax('A value is missing')
  }

  private word(word: string): void {
    for (let at = 0; at < word.length; at += 1) {
      if (this.bytes[this.at + at] !== word.charCodeAt(at)) this.refuseSyntax('A value is missing')
    }
    this.at += word.length
  }

  private array(depth: number): void {
    this.checkContainer(depth)
    this.at += 1
    let byte = this.next()
    if (byte === END_ARRAY) {
      this.hasEmptyArray = true
      this.at += 1
      return
    }
    for (let items = 1; ; items += 1) {
      if (items > this.limits.items) {
        this.refuse('json.limit', `An array has more than ${this.limits.items} items`)
      }
      this.value(byte, depth)
      byte = this.next()
      if (byte !== COMMA && byte !== END_ARRAY) this.refuseSyntax('"," or "]" is missing')
      this.at += 1
      if (byte === END_ARRAY) return
      byte = this.next()
    }
  }

  private object(depth: number): void {
    this.checkContainer(depth)
    this.at += 1
    let byte = this.next()
    if (byte === END_OBJECT) {
      this.at += 1
      return
    }
    const base = this.top
    let many: Set<string> | undefined
    let lastIndex = -1
    for (let members = 1; ; members += 1) {
      if (members > this.limits.members) {
        this.refuse('json.limit', `An object has more than ${this.limits.members} members`)
      }
      if (byte !== QUOTE) this.refuseSyntax('A key in double quotes is missing')
      const start = this.at
      const hash = this.key()
      if (members > FEW) many = this.addToMany(many, base, start)
      else this.addToFew(hash, base, start)
      lastIndex = this.checkKey(start, lastIndex)
      if (this.next() !== COLON) this.refuseSyntax('":" is missing')
      this.at += 1
      this.value(this.next(), depth)
      byte = this.next()
      if (byte !== COMMA && byte !== END_OBJECT) this.refuseSyntax('"," or "}" is missing')
      this.at += 1
      if (byte === END_OBJECT) break
      byte = this.next()
    }
    this.top = base
  }

  private addToFew(hash: number, base: number, start: number): void {
    const keys = this.keys
    const top = this.top
    for (let other = base; other < top; other += 3) {
      if (keys[other] === hash && this.keyOf(other) === this.nameAt(start, this.at)) this.refuseTwice(start)
    }
    keys[top] = hash
    keys[top + 1] = start
    keys[top + 2] = this.at
    this.top = top + 3
  }

  private addToMany(many: Set<string> | undefined, base: number, start: number): Set<string> {
    const names = many ?? new Set<string>()
    if (many === undefined) {
      for (let other = base; other < this.top; other += 3) names.add(this.keyOf(other))
    }
    const name = this.nameAt(start, this.at)
    if (names.has(name)) this.refuseTwice(start)
    return names.add(name)
  }

  private keyOf(entry: number): string {
    return this.nameAt(this.keys[entry + 1] ?? 0, this.keys[entry + 2] ?? 0)
  }

  /**
   * Refuses `__proto__`, and an integer key that a JavaScript object would move before the keys it comes after.
   * Returns what the next integer key must exceed.
   */
  private checkKey(start: number, lastIndex: number): number {
    const first = this.bytes[start + 1] ?? 0
    if ((first < ZERO || first > NINE) && first !== UNDERSCORE && first !== BACKSLASH) {
      return Number.POSITIVE_INFINITY
    }
    if (first === UNDERSCORE && this.bytes[start + 2] === 0x74) return Number.POSITIVE_INFINITY // `_type`
    const name = this.nameAt(start, this.at)
    if (name === '__proto__') this.refuse('json.key', 'The key "__proto__" is not allowed', start)
    if (!/^(?:0|[1-9]\d{0,9})$/.test(name) || Number(name) >= 2 ** 32 - 1) return Number.POSITIVE_INFINITY
    if (Number(name) <= lastIndex) {
      this.refuse('json.key', `The integer key "${name}" must come before other keys, in rising order`, start)
    }
    return Number(name)
  }

  /** Reads a key, quotes included, and returns a hash of the name it stands for. */
  private key(): number {
    const bytes = this.bytes
    const start = this.at
    let hash = 0
    for (let at = start + 1; ; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte === QUOTE) {
        this.at = at + 1
        return hash
      }
      if (byte === BACKSLASH || byte < 0x20) break
      hash = (Math.imul(hash, 31) + byte) | 0
    }
    this.string()
    const name = this.nameAt(start, this.at)
    hash = 0
    for (let at = 0; at < name.length; at += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0
    return hash
  }

  /** Reads a string, quotes included. */
  private string(): void {
    const bytes = this.bytes
    const start = this.at
    let at = start + 1
    for (;;) {
      let byte = bytes[at] ?? 0
      while (ORDINARY[byte] === 1) byte = bytes[++at] ?? 0
      if (byte === QUOTE) break
      if (byte !== BACKSLASH) this.refuseControl(at, byte)
      at = this.escape(at)
    }
    if (at - start > this.limits.string) {
      this.refuse('json.limit', `A string is longer than ${this.limits.string} bytes`)
    }
    this.at = at + 1
  }

  /** Checks the escape at a backslash and returns where the string goes on. */
  private escape(at: number): number {
    const letter = String.fromCharCode(this.bytes[at + 1] ?? 0)
    if (letter !== 'u') {
      if (!ESCAPES.includes(letter)) this.refuseSyntax('An escape is not one of JSON', at)
      return at + 2
    }
    const unit = this.unit(at)
    if (unit === 0) this.refuse('json.character', 'The character U+0000 is not allowed', at)
    if (unit < 0xd800 || unit > 0xdfff) return at + 6
    const pairs = unit < 0xdc00 && this.bytes[at + 6] === BACKSLASH && this.bytes[at + 7] === 0x75
    const low = pairs ? this.unit(at + 6) : 0
    if (low < 0xdc00 || low > 0xdfff) {
      this.refuse('json.character', 'An escape names half a surrogate pair', at)
    }
    return at + 12
  }

  private unit(at: number): number {
    const hex = this.written(at + 2, at + 6)
    if (!/^[0-9a-fA-F]{4}$/.test(hex))
      this.refuseSyntax('\\u must be followed by four hexadecimal digits', at)
    return Number.parseInt(hex, 16)
  }

  private number(): void {
    const start = this.at
    const whole = this.bytes[start] === 0x2d ? start + 1 : start
    let at = this.digits(whole)
    if (at - whole > 1 && this.bytes[whole] === ZERO) this.refuseSyntax('A number starts with 0', start)
    if (this.bytes[at] === 0x2e) at = this.digits(at + 1)
    const letter = this.bytes[at]
    const power = letter === 0x65 || letter === 0x45
    if (power) {
      const sign = this.bytes[at + 1]
      at = this.digits(sign === 0x2b || sign === 0x2d ? at + 2 : at + 1)
    }
    this.at = at
    if (!power && at - start <= SAFE_DIGITS) return
    if (at - start > LONGEST_NUMBER || !isExactNumber(this.written(start, at))) this.refuseNumber(start)
  }

  /** Passes over digits, at least one, and returns where they end. */
  private digits(from: number): number {
    const bytes = this.bytes
    let at = from
    let byte = bytes[at] ?? 0
    while (byte >= ZERO && byte <= NINE) {
      at += 1
      byte = bytes[at] ?? 0
    }
    if (at === from) this.refuseSyntax('A digit is missing', at)
    return at
  }

  /** The UTF-8 bytes of a key as one string, escapes resolved: what tells two keys apart. */
  private nameAt(start: number, end: number): string {
    const written = this.written(start + 1, end - 1)
    if (!written.includes('\\')) return written
    const name = String(JSON.parse(decodeBytes(this.bytes.subarray(start, end), 'utf-8') ?? '""'))
    return String.fromCharCode(...encodeWithSentinel(name).subarray(0, -1))
  }

  private written(start: number, end: number): string {
    let text = ''
    for (let at = start; at < end; at += 1) text += String.fromCharCode(this.bytes[at] ?? 0)
    return text
  }

  private checkContainer(depth: number): void {
    this.containers += 1
    if (this.containers > this.limits.containers) {
      this.refuse('json.limit', `The document has more than ${this.limits.containers} objects and arrays`)
    }
    if (depth > this.limits.depth) {
      this.refuse('json.limit', `Objects and arrays are nested deeper than ${this.limits.depth}`)
    }
  }

  private refuseTwice(start: number): never {
    const key = decodeBytes(this.bytes.subarray(start, this.at), 'utf-8') ?? ''
    const shortened = key.length > 100 ? `${key.slice(0, 100)}…` : key
    return this.refuse('json.key', `The key ${shortened} is there twice`, start)
  }

  private refuseNumber(start: number): never {
    const shortened =
      this.at - start > 40 ? `${this.written(start, start + 40)}…` : this.written(start, this.at)
    return this.refuse('json.number', `The number ${shortened} cannot be kept exactly in a double`, start)
  }

  private refuseControl(at: number, byte: number): never {
    if (at === this.bytes.length - 1) return this.refuseSyntax('A string is not closed')
    const message =
      byte === 0 ? 'The character U+0000 is not allowed' : 'A control character must be written as an escape'
    return this.refuse('json.character', message, at)
  }

  private refuseSyntax(message: string, offset = this.at): never {
    return this.refuse('json.syntax', message, offset)
  }

  private refuse(code: string, message: string, offset = this.at): never {
    throw new Refusal(offset, code, message)
  }
}
