/** TLS for servers without a proxy in front: certificate and key from files, read again when they were renewed. */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config.ts'
import { StartError } from '../db/index.ts'

interface TlsFiles {
  readonly cert: Buffer
  readonly key: Buffer
  /** ASVS 12.1.1: nothing older. */
  readonly minVersion: 'TLSv1.2'
}

/** Reads the files, or says what is wrong with them. Undefined: there is no TLS. */
export function readTlsFiles({ tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>): TlsFiles | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  try {
    const files = { cert: readFileSync(tlsCert), key: readFileSync(tlsKey), minVersion: 'TLSv1.2' } as const
    // Checks that they can be read, and that they belong together.
    createSecureContext(files)
    return files
  } catch (error) {
    throw new StartError(
      `CAIRN_TLS_CERT and CAIRN_TLS_KEY cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
