/** SHA-1 (FIPS 180-4) in plain code: ids are made at once, and browsers have it as a promise only. */

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by))

/** The message with a one, zeros, and its length in bits, in blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 4, message.length * 8)
  return view
}

/** The function and the constant of a round (FIPS 180-4, 4.1.1 and 4.2.1). */
function mixed(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}

type State = readonly [number, number, number, number, number]

function afterBlock(state: State, view: DataView, start: number): State {
  const words: number[] = []
  for (let at = 0; at < 16; at++) words.push(view.getUint32(start + at * 4))
  const word = (at: number): number => words[at] ?? 0
  for (let at = 16; at < 80; at++)
    words.push(rotate(word(at - 3) ^ word(at - 8) ^ word(at - 14) ^ word(at - 16), 1))
  let [a, b, c, d, e] = state
  for (let round = 0; round < 80; round++) {
    const next = (rotate(a, 5) + mixed(round, b, c, d) + e + word(round)) | 0
    ;[a, b, c, d, e] = [next, a, rotate(b, 30), c, d]
  }
  const [h0, h1, h2, h3, h4] = state
  return [(h0 + a) | 0, (h1 + b) | 0, (h2 + c) | 0, (h3 + d) | 0, (h4 + e) | 0]
}

export function sha1(message: Uint8Array): Uint8Array {
  const view = padded(message)
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  for (let start = 0; start < view.byteLength; start += 64) state = afterBlock(state, view, start)
  const digest = new DataView(new ArrayBuffer(20))
  for (const [at, word] of state.entries()) digest.setInt32(at * 4, word)
  return new Uint8Array(digest.buffer)
}
