/**
 * Prints data in the form of RFC 8785, in which documents are stored, signed and sent. `canonicalize` is the plain definition; a test compares them.
 * This takes as long as `JSON.stringify`, a third of the definition (`npm run bench core`), and no text in the data makes it slower than others.
 */
import { decodeBytes, encodeInto, loneSurrogateAt } from '../../bytes.ts'
import { canonicalize } from '../print.ts'
import { memberOrder } from './member-order.ts'

const [SPACE, QUOTE, COMMA, BACKSLASH, LAST_PLAIN] = [0x20, 0x22, 0x2c, 0x5c, 0x7e]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Bytes of UTF-8 that a UTF-16 code unit takes at most. */
const MOST_OF_UNIT = 3

/** Bytes that are kept for the next document. */
const KEPT = 128 * 1024

export function printCanonical(value: unknown): string {
  const printer = new Printer()
  const text = printer.print(value)
  // The definition refuses what has no canonical form, with its path.
  return text ?? canonicalize(value)
}

/** One document is printed at a time, and nothing waits meanwhile. */
const kept = new Uint8Array(KEPT)

/** Writes bytes, since a text that grows by pieces takes longer to be made whole than they take to be written. */
class Printer {
  private bytes = kept
  private at = 0
  private isRefused = false

  /** Undefined for data that have no canonical form. */
  print(value: unknown): string | undefined {
    this.value(value)
    return this.isRefused ? undefined : decodeBytes(this.bytes.subarray(0, this.at), 'utf-8')
  }

  private value(value: unknown): void {
    if (typeof value === 'string') this.string(value)
    else if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) this.items(value)
      else this.members(value as Readonly<Record<string, unknown>>)
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) this.isRefused = true
      this.ascii(JSON.stringify(value))
    } else if (typeof value === 'boolean' || value === null) this.ascii(String(value))
    else this.isRefused = true
  }

  private items(items: readonly unknown[]): void {
    this.byte(OPEN_ARRAY)
    for (let at = 0; at < items.length; at++) {
      if (at > 0) this.byte(COMMA)
      this.value(items[at])
    }
    this.byte(CLOSE_ARRAY)
  }

  private members(members: Readonly<Record<string, unknown>>): void {
    const { names, heads, isBroken } = memberOrder(members)
    if (isBroken) this.isRefused = true
    let separator = OPEN_OBJECT
    for (let at = 0; at < names.length; at++) {
      const inner = members[names[at] as string]
      if (inner === undefined) continue
      this.head(separator, heads[at] as Uint8Array)
      separator = COMMA
      if (typeof inner === 'string') this.string(inner)
      else this.value(inner)
    }
    if (separator === OPEN_OBJECT) this.byte(OPEN_OBJECT)
    this.byte(CLOSE_OBJECT)
  }

  private string(text: string): void {
    const { length } = text
    this.reserve(length + 2)
    const { bytes } = this
    let to = this.at
    bytes[to++] = QUOTE
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at)
      if (unit < SPACE || unit > LAST_PLAIN || unit === QUOTE || unit === BACKSLASH) {
        this.escaped(text)
        return
      }
      bytes[to++] = unit
    }
    bytes[to++] = QUOTE
    this.at = to
  }

  private escaped(text: string): void {
    if (loneSurrogateAt(text) >= 0) this.isRefused = true
    const printed = JSON.stringify(text)
    this.reserve(MOST_OF_UNIT * printed.length)
    this.at += encodeInto(printed, this.bytes.subarray(this.at)).written
  }

  private ascii(text: string): void {
    const { length } = text
    this.reserve(length)
    const { bytes } = this
    let to = this.at
    for (let at = 0; at < length; at++) bytes[to++] = text.charCodeAt(at)
    this.at = to
  }

  /** Byte by byte, which for so few is faster than a call of `set`. */
  private head(separator: number, head: Uint8Array): void {
    const { length } = head
    this.reserve(length + 1)
    const { bytes } = this
    let to = this.at
    bytes[to++] = separator
    for (let at = 0; at < length; at++) bytes[to++] = head[at] as number
    this.at = to
  }

  private byte(byte: number): void {
    this.reserve(1)
    this.bytes[this.at++] = byte
  }

  private reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return
    const larger = new Uint8Array(2 * (this.at + count))
    larger.set(this.bytes)
    this.bytes = larger
  }
}
