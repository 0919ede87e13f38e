/** The files of the console and of the page for operators, and the headers that they are served with. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reply } from '../endpoint.ts'
import { FOREVER, readStaticFiles, SHORT, type StaticFiles } from './static-files.ts'

export interface ConsoleFiles {
  /** The page that every address of the application begins with. */
  readonly page: string
  /** By their names below the application's address. */
  readonly files: StaticFiles
}

/** Reads a built application by the address of its page; undefined where it has not been built. */
function readApplication(url: string, isOwn: (name: string) => boolean): ConsoleFiles | undefined {
  const path = fileURLToPath(url)
  const files = existsSync(path) ? readStaticFiles(dirname(path)) : undefined
  const page = files?.get(basename(path))
  if (!files || !page) return undefined
  return { page: page.plain.toString('utf8'), files: new Map([...files].filter(([name]) => isOwn(name))) }
}

export const readConsoleFiles = () =>
  readApplication(
    import.meta.resolve('@cairn-ehr/console/dist/index.html'),
    name => name !== 'index.html' && !name.startsWith('operator/'),
  )

export const readOperatorFiles = () =>
  readApplication(import.meta.resolve('@cairn-ehr/console/dist/operator/operator.html'), name =>
    name.startsWith('assets/'),
  )

/** Names of built files carry a hash of their content, so that they never change. */
export const keepFor = (name: string): string => (name.startsWith('assets/') ? FOREVER : SHORT)

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

const metaOfTerminology = (has: boolean): string =>
  `<meta name="terminology" content="${has ? 'yes' : 'no'}" />`

export interface PageFacts {
  /** The path before its address, as the browser sees it. */
  readonly base: string
  /** Origins besides this one that it may call, each with a space before it. */
  readonly connect: string
  /** The service can ask a terminology server for codes. */
  readonly hasTerminology?: boolean
}

/** The page with what it has to know before its first call, and a nonce of its own. */
export function pageReply(page: string, { base, connect, hasTerminology = false }: PageFacts): Reply {
  const nonce = randomBytes(18).toString('base64url')
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(nonce, connect),
    },
    body: page
      .replace('<base href="/', `<base href="${base}/`)
      .replace('<meta name="style-nonce" content="" />', `<meta name="style-nonce" content="${nonce}" />`)
      .replace('<meta name="terminology" content="no" />', metaOfTerminology(hasTerminology)),
  }
}
