/** `cairn import csv`: rows of a spreadsheet become compositions through a datamap. */
import { CommandError } from '../command/exit-codes.ts'
import { tableOf } from '../command/print.ts'
import { showProgress } from '../command/progress.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'
import type { Schema } from '../csv/cells.ts'
import { type CheckedRow, type CsvImport, checkRows, writeRows } from '../csv/import.ts'
import { type Journal, openJournal } from '../csv/journal.ts'
import { CsvFault, parseCsv } from '../csv/parse.ts'
import { type RowFault, type RowRecord, recordsOf, type Sheet } from '../csv/records.ts'

const MOST_SHOWN = 50

function printFaults(context: Context, faults: readonly RowFault[], rows: number): void {
  context.print({ rows, faults }, () => {
    const shown = faults.slice(0, MOST_SHOWN).map(({ line, column, message }) => [line, column, message])
    const more = faults.length - shown.length
    return `${tableOf(['line', 'column', 'fault'], shown, Number.POSITIVE_INFINITY)}${more > 0 ? `\n${more} more; --json shows all` : ''}`
  })
}

function readSheet(text: string, schema: Schema): Sheet {
  try {
    return recordsOf(parseCsv(text), schema)
  } catch (error) {
    if (error instanceof CsvFault) throw new CommandError(`Line ${error.line}: ${error.message}`)
    throw error
  }
}

const IN_DOUBT =
  'An earlier run ended before the answer for this row came, so it may be committed. Look for it, and run the command again with --doubtful send or --doubtful skip.'

type Doubtful = 'send' | 'skip' | undefined

/** Returns the rows that are to be checked and sent. One in doubt has a fault until somebody says what to do with it. */
const rowsLeft = (rows: readonly RowRecord[], journal: Journal, doubtful: Doubtful): readonly RowRecord[] =>
  rows.flatMap(row => {
    if (journal.isCommitted(row)) return []
    if (!journal.isDoubtful(row) || doubtful === 'send') return [row]
    const fault = { line: row.line, column: '', message: IN_DOUBT }
    return doubtful === 'skip' ? [] : [{ ...row, faults: [...row.faults, fault] }]
  })

interface Checked {
  /** All rows of the file. */
  readonly rows: readonly RowRecord[]
  readonly left: readonly RowRecord[]
  readonly good: readonly CheckedRow[]
  readonly faults: readonly RowFault[]
}

/** Commits the good rows, and tells which were; resolves to the exit code. */
async function commitRows(
  context: Context,
  run: CsvImport,
  { rows, left, good, faults }: Checked,
): Promise<number> {
  const { journal } = run
  // Only those that --doubtful says to skip are neither committed nor left.
  const known = new Set(left.map(({ line }) => line))
  for (const row of rows) if (!known.has(row.line) && !journal.isCommitted(row)) journal.addSkipped(row)
  const writing = showProgress(context.err, good.length, context.now, 'rows committed')
  const committed = await writeRows(run, good, writing)
  writing.end()
  if (faults.length > 0) {
    printFaults(context, faults, left.length)
    return 1
  }
  const before = rows.length - committed
  context.print(
    { rows: committed, committed, committed_before: before },
    `${committed} rows were committed${before > 0 ? `; ${before} were before` : ''}. ${journal.file} says which record each became.`,
  )
  return 0
}

export const importCsvVerb = verb({
  words: 'import csv',
  about: 'commit the rows of a CSV file as records of a datamap',
  details:
    'The first line has the labels of the datamap; a coded value may have a column label.code beside it, a quantity label.units. A column ehr_id, or subject_id and subject_namespace, identifies the patient of a row. All rows are checked before the first is committed; if one has a fault, none is committed. A file beside it keeps the committed rows, with an id that determines the uid of each record: a second run continues after them and commits no row twice, even if the first was killed. A client that does not see all records may not choose uids: then rows are sent one by one, and the command reports a row whose commit is uncertain; see --doubtful.',
  args: [{ name: 'file', about: 'the CSV file' }],
  options: {
    datamap: { type: 'string', value: 'name', about: 'the datamap; needed' },
    ehr: { type: 'string', value: 'id', about: 'the EHR of rows that name none' },
    'dry-run': { type: 'boolean', about: 'check all rows and commit nothing' },
    'skip-faulty': { type: 'boolean', about: 'commit the rows without faults' },
    doubtful: {
      type: 'string',
      choices: ['send', 'skip'],
      about: 'for a row whose commit is uncertain: send it again, or treat it as committed',
    },
  },
  examples: [
    'cairn import csv pressures.csv --datamap pressure --dry-run',
    'cairn import csv pressures.csv --datamap pressure --ehr 7d44b88c-4199-4bad-97dc-d78268e01398',
  ],
  run: async (context, { args: [file = ''], options }) => {
    const { datamap: datamapName, ehr: ehrId, 'dry-run': isDry, 'skip-faulty': skipsFaulty } = options
    if (datamapName === undefined) throw new UsageError('--datamap is missing.', 'import csv')
    if (file === '-')
      throw new UsageError('Give a file: which rows were committed is kept beside it.', 'import csv')
    const client = context.connect('api.read api.write')
    const schema = (await client.datamapDefinitions.schema({ datamapName })) as Schema
    const sheet = readSheet(await context.readText(file), schema)
    if (sheet.rows.length === 0 && sheet.faults.length === 0)
      throw new CommandError(
        `${file} has no rows: its first line has the labels, and each line after it is a record.`,
      )
    if (sheet.faults.length > 0) {
      printFaults(context, sheet.faults, sheet.rows.length)
      return 1
    }
    const journal = openJournal(file)
    const left = rowsLeft(sheet.rows, journal, options.doubtful as Doubtful)
    const run = { client, datamapName, ehrId, stop: context.stop, journal }
    const checking = showProgress(context.err, left.length, context.now, 'rows checked')
    const { good, faults } = await checkRows(run, left, checking)
    checking.end()
    if (faults.length > 0 && (isDry || !skipsFaulty)) {
      printFaults(context, faults, left.length)
      return 1
    }
    if (!isDry) return commitRows(context, run, { rows: sheet.rows, left, good, faults })
    const before = sheet.rows.length - left.length
    context.print(
      { rows: left.length, committed_before: before, faults },
      `${left.length} rows could be committed${before > 0 ? `; ${before} were before` : ''}.`,
    )
    return 0
  },
})
