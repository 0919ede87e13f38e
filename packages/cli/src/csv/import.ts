/** Writes the rows of a spreadsheet as records of a datamap: first all are checked, then all are committed. */
import { type CairnClient, CairnError, isCairnError } from '@cairn-ehr/client'
import type { Progress } from '../command/progress.ts'
import type { Journal } from './journal.ts'
import type { RowFault, RowRecord } from './records.ts'

export interface CsvImport {
  readonly client: CairnClient
  readonly datamapName: string
  /** The EHR of rows that name none. */
  readonly ehrId: string | undefined
  readonly stop: AbortSignal
  readonly journal: Journal
}

/** Requests under way at once; the server puts writes of one moment together. */
const TOGETHER = 8

/** Runs work for each item, some at once, in order of their start. At the first error or Ctrl-C no more are started, and those under way are waited for. */
async function forEach<T>(
  items: readonly T[],
  { stop, together }: { readonly stop: AbortSignal; readonly together: number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  const run = async () => {
    try {
      for (let item = items[next++]; item !== undefined; item = items[next++]) {
        stop.throwIfAborted()
        await work(item)
      }
    } catch (error) {
      next = items.length
      throw error
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: together }, run))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

const isAboutRow = (error: unknown): error is CairnError =>
  error instanceof CairnError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 429].includes(error.status)

const faultsOf = (line: number, error: CairnError): readonly RowFault[] =>
  error.errors.length > 0
    ? error.errors.map(({ path, message }) => ({ line, column: path, message }))
    : [{ line, column: '', message: error.message }]

/** EHRs of rows, by subject; each subject is looked for once. */
function ehrFinder({ client, ehrId, stop }: CsvImport): (row: RowRecord) => Promise<string> {
  const known = new Map<string, Promise<string>>()
  return async row => {
    if (row.ehrId !== undefined) return row.ehrId
    const { subject } = row
    if (!subject) {
      if (ehrId !== undefined) return ehrId
      throw new CairnError(400, {
        message: 'The row names no EHR: it needs a column ehr_id or subject_id, or the command --ehr.',
      })
    }
    const key = `${subject.namespace} ${subject.id}`
    const wanted = { subject_id: subject.id, subject_namespace: subject.namespace }
    const found =
      known.get(key) ?? client.ehr.getBySubject(wanted, { signal: stop }).then(({ ehr_id }) => ehr_id.value)
    known.set(key, found)
    return found
  }
}

/** A row that can be committed. */
export interface CheckedRow {
  readonly row: RowRecord
  readonly ehrId: string
}

/** Checks every row on the server; returns the good rows and the faults of the others, by line. */
export async function checkRows(
  run: CsvImport,
  rows: readonly RowRecord[],
  progress: Progress,
): Promise<{ readonly good: readonly CheckedRow[]; readonly faults: readonly RowFault[] }> {
  const findEhr = ehrFinder(run)
  const good: CheckedRow[] = []
  const faults: RowFault[] = []
  await forEach(rows, { stop: run.stop, together: TOGETHER }, async row => {
    faults.push(...row.faults)
    try {
      const ehrId = await findEhr(row)
      await run.client.datamap.recordCheck(
        { datamapName: run.datamapName, ehrUid: ehrId, body: row.record as never },
        { signal: run.stop },
      )
      if (row.faults.length === 0) good.push({ row, ehrId })
    } catch (error) {
      if (!isAboutRow(error)) throw error
      const told = new Set(row.faults.map(({ column }) => column))
      // A cell that could not be read is missing in the record that the server saw.
      faults.push(...faultsOf(row.line, error).filter(({ column }) => !told.has(column)))
    }
    progress.add(1)
  })
  good.sort((one, other) => one.row.line - other.row.line)
  faults.sort((one, other) => one.line - other.line)
  return { good, faults }
}

const createRecord = ({ client, datamapName }: CsvImport, { row, ehrId }: CheckedRow, uid?: string) =>
  client.datamap.recordCreate({
    datamapName,
    ehrUid: ehrId,
    body: { ...row.record, ...(uid === undefined ? {} : { uid }) } as never,
  })

/** Commits a row under the uid that the journal gives it, which nobody else has. Resolves to false if it is there: an earlier run has committed the row. */
async function commitByUid(run: CsvImport, checked: CheckedRow): Promise<boolean> {
  const { row, ehrId } = checked
  const uid = run.journal.uidOf(row)
  try {
    const { version } = await createRecord(run, checked, uid)
    run.journal.addCommitted(row, { ehr_id: ehrId, uid: version })
    return true
  } catch (error) {
    if (!isCairnError(error, 'version.exists')) throw error
    run.journal.addCommitted(row, { ...(error.headers.has('ETag') ? { ehr_id: ehrId } : {}), uid })
    return false
  }
}

/** Callers who do not see all records may not choose uids. */
const isUidRefused = (error: unknown): boolean =>
  isCairnError(error, 'data.invalid') && error.errors.some(({ code }) => code === 'uid.limited')

/** Commits a row without a uid of its own. The journal has it before it is sent, so that no run sends it again unasked if its answer is missing. */
async function commitNoted(run: CsvImport, checked: CheckedRow): Promise<boolean> {
  const { row, ehrId } = checked
  run.journal.addBegun(row)
  try {
    const { version } = await createRecord(run, checked)
    run.journal.addCommitted(row, { ehr_id: ehrId, uid: version })
    return true
  } catch (error) {
    if (error instanceof CairnError && error.status < 500) run.journal.addRefused(row)
    throw error
  }
}

/**
 * Commits rows; resolves to the number of those that no earlier run has committed. The first goes alone: it tells whether uids may be chosen.
 * If not, the rows go one by one, so that a kill leaves one in doubt at most. Ctrl-C cuts no commit off.
 */
export async function writeRows(
  run: CsvImport,
  [first, ...others]: readonly CheckedRow[],
  progress: Progress,
): Promise<number> {
  if (first === undefined) return 0
  run.stop.throwIfAborted()
  run.journal.begin()
  let committed = 0
  const count = (isNew: boolean) => {
    committed += Number(isNew)
    progress.add(1)
  }
  const byUid = await commitByUid(run, first).catch((error: unknown) => {
    if (isUidRefused(error)) return undefined
    throw error
  })
  const commit = byUid === undefined ? commitNoted : commitByUid
  count(byUid ?? (await commitNoted(run, first)))
  const together = byUid === undefined ? 1 : TOGETHER
  await forEach(others, { stop: run.stop, together }, async row => count(await commit(run, row)))
  return committed
}
