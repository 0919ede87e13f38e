/** `cairn import csv`: rows of a spreadsheet become compositions through a datamap. */
import { CommandError } from '../command/exit-codes.ts'
import { tableOf } from '../command/print.ts'
import { showProgress } from '../command/progress.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'
import type { Schema } from '../csv/cells.ts'
import { checkRows, writeRows } from '../csv/import.ts'
import { openJournal } from '../csv/journal.ts'
import { CsvFault, parseCsv } from '../csv/parse.ts'
import { type RowFault, recordsOf, type Sheet } from '../csv/records.ts'

const MOST_SHOWN = 50

function printFaults(context: Context, faults: readonly RowFault[], rows: number): void {
  context.print({ rows, faults }, () => {
    const shown = faults.slice(0, MOST_SHOWN).map(({ line, column, message }) => [line, column, message])
    const more = faults.length - shown.length
    return `${tableOf(['line', 'column', 'fault'], shown)}${more > 0 ? `\n${more} more; --json shows all` : ''}`
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

export const importCsvVerb = verb({
  words: 'import csv',
  about: 'commit the rows of a CSV file as records of a datamap',
  details:
    'The first line has the labels of the datamap; a coded value may have a column label.code beside it, a quantity label.units. A column ehr_id, or subject_id and subject_namespace, says whose record a row is. All rows are checked before the first is committed; if one has a fault, nothing is. Which rows were committed is kept beside the file, so that a second run goes on after them.',
  args: [{ name: 'file', about: 'the CSV file' }],
  options: {
    datamap: { type: 'string', value: 'name', about: 'the datamap; needed' },
    ehr: { type: 'string', value: 'id', about: 'the EHR of rows that name none' },
    'dry-run': { type: 'boolean', about: 'check all rows and commit nothing' },
    'skip-faulty': { type: 'boolean', about: 'commit the rows without faults' },
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
    const rows = sheet.rows.filter(row => !journal.isCommitted(row))
    const run = { client, datamapName, ehrId, stop: context.stop }
    const checking = showProgress(context.err, rows.length, context.now, 'rows checked')
    const { good, faults } = await checkRows(run, rows, checking)
    checking.end()
    const before = sheet.rows.length - rows.length
    if (faults.length > 0 && (isDry || !skipsFaulty)) {
      printFaults(context, faults, rows.length)
      return 1
    }
    if (isDry) {
      context.print(
        { rows: rows.length, committed_before: before, faults },
        `${rows.length} rows could be committed${before > 0 ? `; ${before} were before` : ''}.`,
      )
      return 0
    }
    const writing = showProgress(context.err, good.length, context.now, 'rows committed')
    const lines = new Map(good.map(({ row }) => [row.line, row]))
    await writeRows(run, good, written => {
      const row = lines.get(written.line)
      if (row) journal.add(row, written)
      writing.add(1)
    })
    writing.end()
    if (faults.length > 0) printFaults(context, faults, rows.length)
    else
      context.print(
        { rows: rows.length, committed: good.length, committed_before: before },
        `${good.length} rows were committed${before > 0 ? `; ${before} were before` : ''}. ${journal.file} says which record each became.`,
      )
    return faults.length > 0 ? 1 : 0
  },
})
