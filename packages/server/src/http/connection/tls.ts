/** TLS for servers without a proxy in front: certificate and key from files, read again when they were renewed. */
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { StartError } from '../../db/index.ts'
import type { Config } from '../../settings/index.ts'

interface TlsFiles {
  readonly cert: Buffer
  readonly key: Buffer
  /** ASVS 12.1.1: nothing older. */
  readonly minVersion: 'TLSv1.2'
  readonly ciphers: string
}

/** TLS 1.2 with forward secrecy and authenticated encryption only (RFC 9325, section 4.2). TLS 1.3 has no others. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/** Windows has no such bits: every file seems to be open to everybody. */
const isOpenToEverybody = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) % 0o10 !== 0

/** Reads the files, or says what is wrong with them. Undefined: there is no TLS. */
export function readTlsFiles({
  tlsCert,
  tlsKey,
  environment,
}: Pick<Config, 'tlsCert' | 'tlsKey' | 'environment'>): TlsFiles | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  if (environment === 'production' && isOpenToEverybody(tlsKey))
    throw new StartError(
      `CAIRN_TLS_KEY: every user of this machine can read ${tlsKey}; run "chmod o= ${tlsKey}".`,
    )
  try {
    const [cert, key] = [readFileSync(tlsCert), readFileSync(tlsKey)]
    const files = { cert, key, minVersion: 'TLSv1.2', ciphers: CIPHERS } as const
    // Checks that they can be read, and that they belong together.
    createSecureContext(files)
    return files
  } catch (error) {
    throw new StartError(
      `CAIRN_TLS_CERT and CAIRN_TLS_KEY cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
