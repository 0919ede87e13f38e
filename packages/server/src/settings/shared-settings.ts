/** Settings that all server processes on one database must share: tokens and version ids of one would be foreign to another. */
import { createHash } from 'node:crypto'
import type { Config } from './config.ts'

/** Readers by the variable that operators set. */
const SHARED: Readonly<Record<string, (config: Config) => string | undefined>> = {
  CAIRN_BASE_URL: config => config.baseUrl,
  CAIRN_AUTH_URL: config => config.authUrl,
  CAIRN_AUTH_ISSUER: config => config.issuer,
  CAIRN_SYSTEM_ID: config => config.systemId,
}

const digestOf = (value: string | undefined): string =>
  createHash('sha256')
    .update(value ?? '')
    .digest('base64url')
    .slice(0, 8)

/** A digest of each setting, in the order of the table. */
export const settingsLabel = (config: Config): string =>
  Object.values(SHARED)
    .map(read => digestOf(read(config)))
    .join('.')

const LABEL = /^[\w-]{8}(?:\.[\w-]{8})*$/

/** The variables of settings that differ between this process and those with the labels. */
export function differentSettings(config: Config, labels: readonly string[]): string[] {
  const own = settingsLabel(config).split('.')
  const others = labels.filter(label => LABEL.test(label)).map(label => label.split('.'))
  return Object.keys(SHARED).filter((_, at) => others.some(other => other[at] !== own[at]))
}
