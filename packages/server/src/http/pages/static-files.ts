/** Built files that are sent as they are: read once, each with its media type and what the build compressed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reply } from '../endpoint.ts'
import { codingFor } from '../reply/content-coding.ts'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json; charset=utf-8',
  opt: 'application/xml',
  md: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  // Files of `deploy/`, which the documentation offers.
  yaml: 'text/plain; charset=utf-8',
  conf: 'text/plain; charset=utf-8',
  service: 'text/plain; charset=utf-8',
  example: 'text/plain; charset=utf-8',
  Caddyfile: 'text/plain; charset=utf-8',
}

/** The part after the last dot or slash: the whole name where it has no ending. */
const extensionOf = (name: string): string => name.slice(name.search(/[^./]*$/))

export interface StaticFile {
  readonly type: string
  readonly plain: Buffer
  readonly br?: Buffer
  readonly gzip?: Buffer
}

/** By their names below the folder, with slashes. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

function fileAt(path: string, name: string): StaticFile {
  const compressed = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined)
  const [br, gzip] = [compressed('.br'), compressed('.gz')]
  return {
    type: TYPES[extensionOf(name)] ?? 'application/octet-stream',
    plain: readFileSync(path),
    ...(br ? { br } : {}),
    ...(gzip ? { gzip } : {}),
  }
}

/** Reads a folder with all that is below; undefined where there is none. */
export function readStaticFiles(folder: string): StaticFiles | undefined {
  if (!existsSync(folder)) return undefined
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => Object.hasOwn(TYPES, extensionOf(name)))
  return new Map(names.map(name => [name, fileAt(join(folder, name), name)]))
}

/** For files whose address changes with their content. */
export const FOREVER = 'public, max-age=31536000, immutable'
export const SHORT = 'public, max-age=3600'

export function fileReply(file: StaticFile, cacheControl: string, acceptEncoding: string | undefined): Reply {
  const coding = codingFor(acceptEncoding)
  const body = coding ? file[coding] : undefined
  return {
    status: 200,
    headers: {
      'Content-Type': file.type,
      'Cache-Control': cacheControl,
      ...(body && coding ? { 'Content-Encoding': coding, Vary: 'Accept-Encoding' } : {}),
    },
    body: body ?? file.plain,
  }
}
