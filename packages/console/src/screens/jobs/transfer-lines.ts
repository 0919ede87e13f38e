/** The lines of an export: its head, its manifest, and batches for the import. */

export interface ExportHead {
  readonly origin: string
  readonly contributions: number
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** Undefined for a file that is no export. */
export function headOf(line: string): ExportHead | undefined {
  const { format, origin, expected } = objectIn(line)
  if (typeof format !== 'string' || !format.startsWith('cairn-export/') || typeof origin !== 'string')
    return undefined
  const contributions = isRecord(expected) ? expected['contributions'] : undefined
  return { origin, contributions: typeof contributions === 'number' ? contributions : 0 }
}

/** The last line: an export without it is not complete. */
export const isManifest = (line: string): boolean => {
  const { counts, sha256 } = objectIn(line)
  return isRecord(counts) && typeof sha256 === 'string'
}

export const isContribution = (line: string): boolean => line.startsWith('{"record":"contribution"')

export interface LineBatch {
  /** Number of its first line in the file, from 1. */
  readonly first: number
  readonly lines: readonly string[]
}

/** The lines between head and manifest, in pieces that the server takes at once. */
export function batchesOf(lines: readonly string[], most: number): LineBatch[] {
  const batches: { first: number; lines: string[]; size: number }[] = []
  for (const [index, line] of lines.slice(1, -1).entries()) {
    const last = batches.at(-1)
    if (last && last.size + line.length <= most) {
      last.lines.push(line)
      last.size += line.length
    } else batches.push({ first: index + 2, lines: [line], size: line.length })
  }
  return batches
}
