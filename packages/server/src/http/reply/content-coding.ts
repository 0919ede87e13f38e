/** Compression of answers: which coding a client takes (RFC 9110 section 12.5.3), and a body in it. */
import type { Readable } from 'node:stream'
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib'

export type Coding = 'br' | 'gzip'

type Compressor = BrotliCompress | Gzip

/** Fast settings: 48 KB of JSON take about 0.6 ms of a thread by either, and slower ones win little more. */
const COMPRESSORS: Record<Coding, () => Compressor> = {
  br: () =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        // A window of 256 KB; the default takes megabytes for each answer.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
  gzip: () => createGzip({ level: 4 }),
}

const MEMBER = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i

/** The coding that a client likes best, `br` of equals; undefined: the body goes as it is. */
export function codingFor(header: string | undefined): Coding | undefined {
  if (header === undefined) return undefined
  const weights = new Map<string, number>()
  for (const member of header.split(',')) {
    const [, name, weight = '1'] = MEMBER.exec(member) ?? []
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight))
  }
  const weightOf = (coding: string): number =>
    weights.get(coding) ?? (coding === 'gzip' ? weights.get('x-gzip') : undefined) ?? weights.get('*') ?? 0
  const [br, gzip, identity] = [weightOf('br'), weightOf('gzip'), weights.get('identity') ?? 0]
  if (Math.max(br, gzip) === 0 || identity > Math.max(br, gzip)) return undefined
  return br >= gzip ? 'br' : 'gzip'
}

/** Compresses in separate threads, piece by piece; closing one end closes the other. */
export function compressed(body: string | Uint8Array | Readable, coding: Coding): Readable {
  const compressor = COMPRESSORS[coding]()
  if (typeof body === 'string' || body instanceof Uint8Array) compressor.end(body)
  else compressStream(body, compressor)
  return compressor
}

/** Time for the last bytes to leave the process before the connection is cut. */
const LAST_BYTES_MS = 1000

/** Not by `pipeline`: at an error that drops what the compressor still has, and so the last line of an answer that breaks off. */
function compressStream(body: Readable, compressor: Compressor): void {
  body.pipe(compressor)
  body.once('error', error => {
    compressor.flush(() => setTimeout(() => compressor.destroy(error), LAST_BYTES_MS))
  })
  compressor.once('close', () => body.destroy())
}
