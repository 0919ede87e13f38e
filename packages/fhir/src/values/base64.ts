/** Base64 of texts, in Node and browsers. */

export function base64(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}

/** The text, or undefined where the data are no base64. */
export function fromBase64(data: string): string | undefined {
  if (data === '') return undefined
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(data), each => each.charCodeAt(0)))
  } catch {
    return undefined
  }
}
