/** An export to be imported: a folder, a file or standard input, read from any line on. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../command/exit-codes.ts'
import { type ExportHeader, FORMAT, kindOf, linesOf, type Manifest } from './lines.ts'

export interface ImportSource {
  /** Files of its own beside it: progress and rejected records; undefined: it cannot be resumed. */
  readonly beside: string | undefined
  /** Lines from an offset in bytes on. */
  lines(offset: number): AsyncGenerator<Buffer>
  /** Checks the digests; undefined where that is only known at the end. */
  check(): Promise<Manifest | undefined>
}

const noExport = (path: string) =>
  new CommandError(`${path} is no complete export: it has no manifest, or another format.`)

/** Files one after the other as one stream, from an offset on. */
async function* bytesOf(files: readonly string[], offset: number): AsyncGenerator<Uint8Array> {
  let skipped = offset
  for (const file of files) {
    const { size } = statSync(file)
    if (skipped >= size) {
      skipped -= size
      continue
    }
    yield* createReadStream(file, { start: skipped, highWaterMark: 1024 * 1024 })
    skipped = 0
  }
}

/** Reads everything once, and compares it with the manifest at its end. */
async function checkedManifest(files: readonly string[], path: string): Promise<Manifest> {
  const hash = createHash('sha256')
  let manifest: Manifest | undefined
  let isFirst = true
  for await (const line of linesOf(bytesOf(files, 0))) {
    if (isFirst && (JSON.parse(line.toString()) as ExportHeader).format !== FORMAT) throw noExport(path)
    isFirst = false
    if (kindOf(line) === 'manifest') manifest = JSON.parse(line.toString()) as Manifest
    else hash.update(line)
  }
  if (!manifest) throw noExport(path)
  if (manifest.sha256 !== hash.digest('hex'))
    throw new CommandError(
      `${path} was changed since it was exported: its digest is not that of its manifest.`,
    )
  return manifest
}

const fileSource = (files: readonly string[], path: string, beside: string): ImportSource => ({
  beside,
  lines: offset => linesOf(bytesOf(files, offset)),
  check: () => checkedManifest(files, path).catch(error => Promise.reject(asExpected(error, path))),
})

const asExpected = (error: unknown, path: string): unknown =>
  error instanceof SyntaxError ? noExport(path) : error

function folderSource(folder: string): ImportSource {
  const file = join(folder, 'manifest.json')
  if (!existsSync(file)) throw noExport(folder)
  const { files } = JSON.parse(readFileSync(file, 'utf8')) as { files: readonly { name: string }[] }
  return fileSource(
    files.map(({ name }) => join(folder, name)),
    folder,
    join(folder, 'import'),
  )
}

export function importSource(path: string, stdin: AsyncIterable<Uint8Array>): ImportSource {
  if (path === '-') return { beside: undefined, lines: () => linesOf(stdin), check: async () => undefined }
  if (!existsSync(path)) throw new CommandError(`There is no file or folder ${path}.`)
  return statSync(path).isDirectory() ? folderSource(path) : fileSource([path], path, path)
}
