/** The files of the console, with what the build compressed, and the headers that they are served with. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codingFor } from './content-coding.ts'
import type { Reply } from './endpoint.ts'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  md: 'text/plain; charset=utf-8',
}

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

interface ConsoleFile {
  readonly type: string
  readonly plain: Buffer
  readonly br?: Buffer
  readonly gzip?: Buffer
}

export interface ConsoleFiles {
  /** The page that every address of the console begins with. */
  readonly page: string
  /** By their names below the console's address. */
  readonly files: ReadonlyMap<string, ConsoleFile>
}

function fileAt(path: string, name: string): ConsoleFile {
  const compressed = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined)
  const [br, gzip] = [compressed('.br'), compressed('.gz')]
  return {
    type: TYPES[extensionOf(name)] ?? 'application/octet-stream',
    plain: readFileSync(path),
    ...(br ? { br } : {}),
    ...(gzip ? { gzip } : {}),
  }
}

/** Reads the built console; undefined where it has not been built. */
export function readConsoleFiles(): ConsoleFiles | undefined {
  const index = fileURLToPath(import.meta.resolve('@cairn/console/dist/index.html'))
  if (!existsSync(index)) return undefined
  const folder = join(index, '..')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name !== 'index.html' && Object.hasOwn(TYPES, extensionOf(name)))
  return {
    page: readFileSync(index, 'utf8'),
    files: new Map(names.map(name => [name, fileAt(join(folder, name), name)])),
  }
}

/** Names of built files carry a hash of their content, so that they never change. */
const FOREVER = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=3600'

export function fileReply(name: string, file: ConsoleFile, acceptEncoding: string | undefined): Reply {
  const coding = codingFor(acceptEncoding)
  const body = coding ? file[coding] : undefined
  return {
    status: 200,
    headers: {
      'Content-Type': file.type,
      'Cache-Control': name.startsWith('assets/') ? FOREVER : SHORT,
      ...(body && coding ? { 'Content-Encoding': coding, Vary: 'Accept-Encoding' } : {}),
    },
    body: body ?? file.plain,
  }
}

/**
 * Scripts and styles of this server alone. Components make style elements of their own, which carry the nonce of the page; scripts have
 * none.
 */
const policyOf = (nonce: string, connect: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${connect}`,
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The page with its address and a nonce of its own. */
export function pageReply(page: string, base: string, connect: string): Reply {
  const nonce = randomBytes(18).toString('base64url')
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(nonce, connect),
    },
    body: page
      .replace('<base href="/console/" />', `<base href="${base}/console/" />`)
      .replace('<meta name="style-nonce" content="" />', `<meta name="style-nonce" content="${nonce}" />`),
  }
}
