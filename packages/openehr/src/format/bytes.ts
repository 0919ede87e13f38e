/** Bytes to text, refusing what the encoding does not allow; a leading byte order mark is dropped. */

// Declared here because this library is compiled without the types of Node or of a browser; both have it.
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string }

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The text, or nothing where the bytes are not valid in that encoding. */
export function decodeBytes(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** With the `u` flag a surrogate matches only where it stands alone: half a character, which UTF-8 cannot carry. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** The offset of the first half of a surrogate pair that stands alone; -1 where there is none. */
export function loneSurrogateAt(text: string): number {
  return text.search(LONE_SURROGATE)
}
