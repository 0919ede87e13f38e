/**
 * The figures of the hard-use tests. A test records what it measured; after the run, `scripts/reliability/page.ts` writes
 * the rows into `docs/reliability.md`.
 *
 *   record({
 *     check: '18',
 *     subject: 'A database that goes silent',
 *     method: '24 requests while a proxy forwards nothing',
 *     figure: `all ended after ${longest} ms at most`,
 *   })
 */
import { appendFileSync } from 'node:fs'

/** Names the file that the rows are collected in, a line of JSON each; unset where a file is run by itself. */
export const FIGURES_VARIABLE = 'CAIRN_TEST_FIGURES'

export interface Figure {
  /** The number of the check in the list of reliability checks; several are separated by commas. */
  readonly check: string
  /** The attack on the service, in a few words. A row is known by its check and its subject. */
  readonly subject: string
  readonly method: string
  /** Measured values with their units. */
  readonly figure: string
}

/** Call it at the end of a test, after its assertions: a failed test leaves the row of the last run that passed. */
export function record(figure: Figure): void {
  console.log(`check ${figure.check}, ${figure.subject}: ${figure.figure} (${figure.method})`)
  const file = process.env[FIGURES_VARIABLE]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}
