/** Splits bytes into lines, as they come. */

const LINE_FEED = 0x0a

/** Yields lines with their line feed; a last line without one comes as it is. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let start = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const piece = bytes.subarray(start, end + 1)
      yield begun.length > 0 ? Buffer.concat([...begun, piece]) : piece
      begun = []
      start = end + 1
    }
    // The bytes of a chunk may be reused once the next one is asked for.
    if (start < bytes.length) begun.push(Buffer.from(bytes.subarray(start)))
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}

const KIND = /^\{"record":"(\w+)"/

/** The kind of a line, from its beginning. */
export const kindOf = (line: Buffer): string => KIND.exec(line.toString('latin1', 0, 40))?.[1] ?? ''

/** The first line of an export. */
export interface ExportHeader {
  readonly format: string
  readonly origin: string
  readonly expected: { readonly ehrs: number; readonly contributions: number }
}

/** The last line of an export. */
export interface Manifest {
  readonly counts: Readonly<Record<string, number>>
  readonly sha256: string
}

export const FORMAT = 'cairn-export/1'
