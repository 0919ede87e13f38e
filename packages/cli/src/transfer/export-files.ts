/** Writes an export to one file, or to a folder of files with a manifest. */
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { CommandError } from '../command/exit-codes.ts'
import type { Output } from '../command/progress.ts'
import type { ExportHeader, Manifest } from './lines.ts'

export interface ExportTarget {
  write(line: Buffer): Promise<void>
  /** Called once the manifest of the stream has come and is right. */
  complete(header: ExportHeader, manifest: Manifest): Promise<void>
}

interface PartFile {
  readonly name: string
  readonly bytes: number
  readonly lines: number
  readonly sha256: string
}

interface OpenPart {
  readonly name: string
  readonly file: number
  readonly hash: Hash
  bytes: number
  lines: number
}

/** Waits for the disk: the server sends no faster than that. A file that cannot be written is an error at once. */
function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** A file that is not complete has another name, so that nobody takes it for one that is. An export that is refused leaves none. */
export function exportFile(path: string): ExportTarget {
  let file: number | undefined
  return {
    write: async line => {
      file ??= openSync(`${path}.part`, 'w')
      writeAll(file, line)
    },
    complete: async () => {
      if (file !== undefined) closeSync(file)
      renameSync(`${path}.part`, path)
    },
  }
}

/** Standard output; the manifest is its last line. */
export const exportStream = (output: Output): ExportTarget => ({
  write: async line => {
    const isFull = output.write(line) === false
    if (isFull && output instanceof Writable) await once(output, 'drain')
  },
  complete: async () => {},
})

const PART_BYTES = 256 * 1024 * 1024

const partName = (number: number): string => `part-${String(number).padStart(5, '0')}.ndjson`

/** Parts of some 256 MB, one after the other the same bytes as the stream, and `manifest.json`, which is written last. */
export function exportFolder(folder: string, partBytes = PART_BYTES): ExportTarget {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(`The folder ${folder} is not empty: name another one.`)
  const files: PartFile[] = []
  let part: OpenPart | undefined

  const open = (): OpenPart => {
    mkdirSync(folder, { recursive: true })
    const name = partName(files.length + 1)
    return {
      name,
      file: openSync(join(folder, name), 'w'),
      hash: createHash('sha256'),
      bytes: 0,
      lines: 0,
    }
  }
  const closePart = ({ name, file, hash, bytes, lines }: OpenPart) => {
    closeSync(file)
    files.push({ name, bytes, lines, sha256: hash.digest('hex') })
    part = undefined
  }
  return {
    write: async line => {
      if (part && part.bytes + line.length > partBytes) closePart(part)
      part ??= open()
      part.bytes += line.length
      part.lines += 1
      part.hash.update(line)
      writeAll(part.file, line)
    },
    complete: async (header, { counts, sha256 }) => {
      if (part) closePart(part)
      const manifest = { ...header, counts, sha256, files }
      writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    },
  }
}
