/** Parts of `cairn serve` that a server of one organisation and one of many share. */
import { type Database, readDurability, StartError } from '../db/index.ts'
import type { Log } from '../observe/index.ts'
import type { Config } from '../settings/index.ts'
import { FINISH_MS, type RunningApp } from './running-app.ts'
import { endsWithin } from './signals.ts'

/** A certificate that cannot be used must not end the server: the one before stays. */
export function reload(app: Pick<RunningApp, 'reloadCertificate'>, log: Log): void {
  try {
    app.reloadCertificate()
    log.info({}, 'TLS certificate reloaded')
  } catch (error) {
    log.error({ error }, 'failed to reload the TLS certificate; the previous one stays in use')
  }
}

/** SIGHUP is a wish to read something again, unless a terminal that is closed sends it. */
export const hasReload = ({ processes, tlsCert }: Config): boolean =>
  !process.stdin.isTTY && (processes > 1 || tlsCert !== undefined)

/** Refuses or warns of a database that may lose acknowledged commits. */
export async function requireDurable(
  db: Database,
  { environment, databaseDurability }: Config,
  log: Log,
): Promise<void> {
  const { faults } = await readDurability(db)
  if (faults.length > 0 && environment === 'production' && databaseDurability === 'require')
    throw new StartError(
      `The database can lose records. ${faults.join(' ')} Turn it on in the settings of PostgreSQL, or set CAIRN_DATABASE_DURABILITY=warn to start anyway.`,
    )
  for (const fault of faults) log.warn({}, `database settings risk data loss: ${fault}`)
}

/** Waits for the connections to the database, unless requests had to be cut off. */
export async function reportEnd(isClosed: boolean, closed: Promise<void>, log: Log): Promise<void> {
  if (isClosed) {
    await closed
    return log.info({}, 'stopped')
  }
  await endsWithin(FINISH_MS, closed)
  log.error({}, 'stopped before shutdown was complete; the last audit events may be missing')
  process.exitCode = 1
}
