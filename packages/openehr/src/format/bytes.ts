/** Bytes to text, refusing what the encoding does not allow; a leading byte order mark is dropped. */

// Declared here because this library is compiled without the types of Node or of a browser; both have it.
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string }

declare const TextEncoder: new () => {
  encode(text: string): Uint8Array
  encodeInto(text: string, target: Uint8Array): { readonly read: number; readonly written: number }
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const UTF_8 = new TextDecoder('utf-8', { fatal: true })
const ENCODER = new TextEncoder()

/** The text, or nothing where the bytes are not valid in that encoding. */
export function decodeBytes(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    const decoder = encoding === 'utf-8' ? UTF_8 : new TextDecoder(encoding, { fatal: true })
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** With the `u` flag a surrogate matches only where it stands alone: half a character, which UTF-8 cannot carry. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** The offset of the first half of a surrogate pair that stands alone; -1 where there is none. */
export function loneSurrogateAt(text: string): number {
  // Native since ECMAScript 2024, and fifty times as fast as the search; the type library is an older one.
  const { isWellFormed } = text as { isWellFormed?: () => boolean }
  return isWellFormed?.call(text) === true ? -1 : text.search(LONE_SURROGATE)
}

/** UTF-8 of a text, followed by one zero byte, so that a reader may look one past the end. */
export function encodeWithSentinel(text: string): Uint8Array {
  return withSentinel(ENCODER.encode(text))
}

/** UTF-8 of a text. */
export function encode(text: string): Uint8Array {
  return ENCODER.encode(text)
}

/** Zero bytes behind a text, so that a scan may look some bytes past its end. */
const PADDING = 8

/** UTF-8 of a text at the start of a list, with at least eight zero bytes behind it. */
export interface PaddedBytes {
  readonly bytes: Uint8Array
  /** The number of bytes of the text. */
  readonly length: number
}

/** Writes UTF-8 of a text at once where it is mostly ASCII: `encode` would measure it first. */
export function encodePadded(text: string): PaddedBytes {
  const room = new Uint8Array(text.length + (text.length >> 5) + 2 * PADDING)
  const { read, written } = ENCODER.encodeInto(text, room.subarray(0, -PADDING))
  if (read === text.length) return { bytes: room, length: written }
  const rest = ENCODER.encode(text.slice(read))
  const bytes = new Uint8Array(written + rest.length + PADDING)
  bytes.set(room.subarray(0, written))
  bytes.set(rest, written)
  return { bytes, length: written + rest.length }
}

/** Writes UTF-8 of as much of a text as there is room for. */
export function encodeInto(
  text: string,
  target: Uint8Array,
): { readonly read: number; readonly written: number } {
  return ENCODER.encodeInto(text, target)
}

/** The bytes, followed by one zero byte. */
export function withSentinel(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes.length + 1)
  copy.set(bytes)
  return copy
}

/** UTF-8 bytes without their byte order mark. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}
