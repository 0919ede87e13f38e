/** Writes through a datamap: turns a record into a composition, which is validated and committed like any other. */

import type { Finding } from '@cairn-ehr/openehr'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Caller } from '../../http/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import {
  ACCEPTED,
  checkData,
  type DeleteRequest,
  deleteObject,
  type EhrNeeds,
  notModifiable,
  requireEhr,
  type WriteRequest,
  type WriteTarget,
  writeObject,
} from '../../records/index.ts'
import type { VersionAnswer } from '../../records/reply/index.ts'
import { committerOf, handlingOf, lifecycleOf } from '../../records/request/index.ts'
import { chooseObjectId, uidOf } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { INCOMPLETE } from '../../versions/index.ts'
import { timestamp } from '../../versions/printed/index.ts'
import type { ReadyDatamap } from '../definition/datamap-shelf.ts'
import type { CellObject } from '../model.ts'
import { recordOf } from '../record.ts'
import { requireFields } from './fixed-fields.ts'
import { freshComposition } from './fresh-composition.ts'
import { graft } from './graft.ts'
import { withLabels } from './label-findings.ts'
import { findLostValues } from './lost-values.ts'
import { type KnownCells, knownCells, type RecordInput, readRecordInput } from './record-input.ts'
import { findCommitted, type StoredRecord } from './store.ts'

export interface WriteNeeds extends EhrNeeds {
  /** The territory of compositions whose record has none: ISO 3166-1. */
  readonly territory: string | undefined
}

/** A record to be written, with the options of the commit. */
export interface RecordWrite extends Omit<WriteRequest, 'draft'> {
  readonly body: CellObject
}

/** Everything that one write needs: the services, the caller, the datamap and the record. */
export interface RecordWriteContext {
  readonly needs: WriteNeeds
  readonly caller: Caller
  readonly ready: ReadyDatamap
  readonly submission: RecordWrite
}

export interface WrittenRecord {
  readonly record: StoredRecord
  readonly found: VersionAnswer
}

const count = (findings: readonly Finding[]): string =>
  findings.length === 1 ? 'one fault' : `${findings.length} faults`

const unreadable = (findings: readonly Finding[]) =>
  new Refusal(
    'datamap.record_invalid',
    `The record has ${count(findings)}; each is listed with its label.`,
    findings,
  )

const invalid = (findings: readonly Finding[]) =>
  new Refusal('data.invalid', `The record has ${count(findings)}; each is listed with its label.`, findings)

const TAKEN =
  'There is already an object with this uid. To change a record, name its latest version in If-Match, or as vuid in the record.'

/** The `uid` of a composition is the version uid, which only the commit can set. */
function refuseOwnId(
  { datamap: { columns } }: ReadyDatamap,
  given: RecordInput,
  before: CellObject,
): readonly Finding[] {
  return columns.flatMap(column => {
    const cell = given.row.cells[column.label] ?? null
    const isOwn = column.kind === 'value' && column.steps[0]?.attribute === 'uid'
    if (!isOwn || cell === null || cell === before[column.label]) return []
    const message = 'The uid of a composition is given by the server and cannot be set'
    return [{ path: column.fullLabel, code: 'datamap.readonly', message }]
  })
}

interface FormerRecord {
  /** Empty for a new record. */
  readonly before: CellObject
  readonly known?: KnownCells
}

function readInput(
  { ready, submission }: RecordWriteContext,
  faults: readonly Finding[],
  { before, known }: FormerRecord,
): RecordInput {
  const given = readRecordInput(ready.datamap.columns, submission.body, known)
  const findings = [...faults, ...given.unreadable, ...refuseOwnId(ready, given, before)]
  if (findings.length > 0) throw unreadable([...findings, ...given.forbidden])
  return given
}

const freshFor = ({ needs, caller, ready, submission }: RecordWriteContext, given: RecordInput): RmObject =>
  freshComposition(ready.template.template, given.row, {
    now: timestamp(new Date(needs.now())),
    territory: needs.territory,
    composer: committerOf(submission.headers, caller),
  })

/** Leaves out findings about columns that already have one. */
const withoutRepeats = (findings: readonly Finding[], told: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ path }) => !told.some(each => each.path === path))

/** Throws these findings together with those of the validator, each path once. */
function refuseIfAny(
  { ready, submission }: RecordWriteContext,
  findings: readonly Finding[],
  composition: RmObject,
): void {
  if (findings.length === 0) return
  const { template, datamap } = ready
  const { columns } = datamap
  const { lifecycle } = submission.headers
  const options = { lifecycle: lifecycle === INCOMPLETE ? 'incomplete' : 'complete' } as const
  const others = withLabels(template.validate(composition, options), columns, composition, template.template)
  const told = new Set(findings.map(({ path }) => path))
  throw invalid([...findings, ...others.filter(({ path }) => !told.has(path))])
}

/** Findings of the validator are told by the labels of the datamap, and the uid of a new record by the name of its field. */
function withLabelsOf({ datamap, template }: ReadyDatamap, composition: RmObject, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.code === 'version.exists') return new Refusal(error.code, TAKEN, [], error.facts)
  if (error.code !== 'data.invalid') return error
  const ofUid = error.findings.find(({ path }) => path === '/uid/value')
  if (ofUid && uidOf(composition) !== undefined) return invalid([{ ...ofUid, path: 'uid' }])
  return invalid(withLabels(error.findings, datamap.columns, composition, template.template))
}

async function commit(
  { needs, caller, ready, submission }: RecordWriteContext,
  target: WriteTarget,
  composition: RmObject,
): Promise<WrittenRecord> {
  const { headers, tags, prefer, wanted, isLenient } = submission
  // The printed size is unknown, and rarely large.
  const draft = { format: 'json', value: composition, size: 0, templateId: undefined } as const
  try {
    // The answer is the record, so the composition is not printed.
    const preferences = { ...prefer, return: undefined }
    const found = await writeObject(needs, caller, target, {
      draft,
      headers,
      tags,
      prefer: preferences,
      wanted,
      isLenient,
    })
    const record = await findCommitted(needs.db, found.version, ready)
    if (!record) throw new Error('a record that was just committed is there')
    return { record, found }
  } catch (error) {
    throw withLabelsOf(ready, composition, error)
  }
}

/** Makes the composition of a new record; throws if the record cannot be one. */
function newComposition(context: RecordWriteContext, newUid: ObjectId | undefined): RmObject {
  const { columns } = context.ready.datamap
  const { uid, ...others } = context.submission.body
  const faults = requireFields(newUid === undefined ? context.submission.body : others, undefined)
  const given = readInput(context, faults, { before: {} })
  const composition = freshFor(context, given)
  const shown = recordOf(columns, composition)
  const lost = findLostValues(columns, { given: given.row, shown, fresh: shown })
  refuseIfAny(context, [...given.forbidden, ...withoutRepeats(lost, given.forbidden)], composition)
  return newUid === undefined
    ? composition
    : { ...composition, uid: { _type: 'HIER_OBJECT_ID', value: newUid } }
}

/** `newUid`: chosen by the client. */
export const createRecord = async (
  context: RecordWriteContext,
  ehrId: EhrId,
  newUid: ObjectId | undefined,
): Promise<WrittenRecord> => commit(context, { ehrId, kind: 'COMPOSITION' }, newComposition(context, newUid))

/** Checks a new record as `createRecord` does, commits nothing, and returns its columns as they would be read. */
export async function checkRecord(
  context: RecordWriteContext,
  ehrId: EhrId | undefined,
  newUid: ObjectId | undefined,
): Promise<CellObject> {
  const { needs, caller, ready, submission } = context
  if (ehrId !== undefined && !(await requireEhr(needs, ehrId)).isModifiable) throw notModifiable()
  const composition = newComposition(context, newUid)
  const lifecycle = lifecycleOf(submission.headers, ACCEPTED.COMPOSITION?.first ?? [])
  const handling = handlingOf(submission.prefer, caller)
  try {
    await checkData(composition, 'COMPOSITION', { lifecycle, handling, size: 0 }, needs)
    if (ehrId !== undefined) await chooseObjectId(needs, ehrId, composition)
  } catch (error) {
    throw withLabelsOf(ready, composition, error)
  }
  return recordOf(ready.datamap.columns, composition)
}

export async function updateRecord(
  context: RecordWriteContext,
  record: StoredRecord,
): Promise<WrittenRecord> {
  const { datamap, template } = context.ready
  const { columns } = datamap
  const former = JSON.parse(record.data) as RmObject
  const before = recordOf(columns, former)
  const faults = requireFields(context.submission.body, record)
  const given = readInput(context, faults, { before, known: knownCells(columns, before) })
  const fresh = freshFor(context, given)
  const { composition, findings } = graft(former, fresh, columns, given.row, template.template)
  const lost = findLostValues(columns, {
    given: given.row,
    shown: recordOf(columns, composition),
    fresh: recordOf(columns, fresh),
  })
  const wrong = [...given.forbidden, ...findings]
  refuseIfAny(context, [...wrong, ...withoutRepeats(lost, wrong)], composition)
  const target = { ehrId: record.ehrId, kind: 'COMPOSITION', preceding: record.head } as const
  return commit(context, target, composition)
}

export const deleteRecord = (
  needs: WriteNeeds,
  caller: Caller,
  { ehrId, head }: StoredRecord,
  deleting: DeleteRequest,
) => deleteObject(needs, caller, { ehrId, kind: 'COMPOSITION', preceding: head }, deleting)
