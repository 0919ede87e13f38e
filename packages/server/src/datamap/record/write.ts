/** Writing through a datamap: a record becomes a composition, which goes in by the same door as any other. */

import type { Finding } from '@cairn/openehr'
import type { RmObject } from '@cairn/openehr/rm'
import type { Caller } from '../../http/index.ts'
import type { EhrId } from '../../ids.ts'
import {
  committerOf,
  type DeleteRequest,
  deleteObject,
  type EhrNeeds,
  type VersionAnswer,
  type WriteRequest,
  type WriteTarget,
  writeObject,
} from '../../records/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { INCOMPLETE, timestamp } from '../../versions/index.ts'
import type { ReadyDatamap } from '../definition/shelf.ts'
import type { CellObject } from '../model.ts'
import { recordOf } from '../record.ts'
import { requireFields } from './fixed-fields.ts'
import { freshComposition } from './fresh.ts'
import { type Given, type Known, knownCells, readGiven } from './given.ts'
import { graft } from './graft.ts'
import { notKept } from './kept.ts'
import { findCommitted, type StoredRecord } from './store.ts'
import { withLabels } from './worded.ts'

export interface WriteNeeds extends EhrNeeds {
  /** Of compositions whose record names none: ISO 3166-1. */
  readonly territory: string | undefined
}

/** A record on its way in, with what every commit brings along. */
export interface Submission extends Omit<WriteRequest, 'draft'> {
  readonly body: CellObject
}

export interface Written {
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

/** `uid` of a composition is its version's, which the commit gives it. */
function refuseOwnId(
  { datamap: { columns } }: ReadyDatamap,
  given: Given,
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

function read(
  ready: ReadyDatamap,
  body: CellObject,
  faults: readonly Finding[],
  before: CellObject,
  known?: Known,
): Given {
  const given = readGiven(ready.datamap.columns, body, known)
  const findings = [...faults, ...given.unreadable, ...refuseOwnId(ready, given, before)]
  if (findings.length > 0) throw unreadable([...findings, ...given.forbidden])
  return given
}

function freshFor(
  needs: WriteNeeds,
  caller: Caller,
  ready: ReadyDatamap,
  given: Given,
  { headers }: Submission,
): RmObject {
  return freshComposition(ready.template.template, given.row, {
    now: timestamp(new Date(needs.now())),
    territory: needs.territory,
    composer: committerOf(headers, caller),
  })
}

/** Of a column that has no place, or too many rows, it need not be said that it is not kept. */
const beyond = (findings: readonly Finding[], told: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ path }) => !told.some(each => each.path === path))

/** Refuses what is wrong with everything else that the template does not allow, each place once. */
function refuseIfAny(
  { template, datamap: { columns } }: ReadyDatamap,
  findings: readonly Finding[],
  composition: RmObject,
  { headers: { lifecycle } }: Submission,
): void {
  if (findings.length === 0) return
  const options = { lifecycle: lifecycle === INCOMPLETE ? 'incomplete' : 'complete' } as const
  const others = withLabels(template.validate(composition, options), columns, composition, template.template)
  const told = new Set(findings.map(({ path }) => path))
  throw invalid([...findings, ...others.filter(({ path }) => !told.has(path))])
}

async function commit(
  needs: WriteNeeds,
  caller: Caller,
  ready: ReadyDatamap,
  target: WriteTarget,
  composition: RmObject,
  { headers, tags, prefer, wanted }: Submission,
): Promise<Written> {
  // As long as it is when printed is not known, and seldom long.
  const draft = { format: 'json', value: composition, size: 0, templateId: undefined } as const
  try {
    // The answer is the record, in JSON: the composition itself is not to be printed.
    const preferences = { ...prefer, return: undefined }
    const found = await writeObject(needs, caller, target, {
      draft,
      headers,
      tags,
      prefer: preferences,
      wanted,
    })
    const { objectId, version } = found.version
    const record = await findCommitted(needs.db, target.ehrId, objectId, version, ready.template.artefactId)
    if (!record) throw new Error('a record that was just committed is there')
    return { record, found }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'data.invalid') throw error
    const { datamap, template } = ready
    throw invalid(withLabels(error.findings, datamap.columns, composition, template.template))
  }
}

export async function createRecord(
  needs: WriteNeeds,
  caller: Caller,
  ready: ReadyDatamap,
  ehrId: EhrId,
  submission: Submission,
): Promise<Written> {
  const { columns } = ready.datamap
  const given = read(ready, submission.body, requireFields(submission.body, undefined), {})
  const composition = freshFor(needs, caller, ready, given, submission)
  const shown = recordOf(columns, composition)
  const lost = notKept(columns, { given: given.row, shown, fresh: shown })
  refuseIfAny(ready, [...given.forbidden, ...beyond(lost, given.forbidden)], composition, submission)
  return commit(needs, caller, ready, { ehrId, kind: 'COMPOSITION' }, composition, submission)
}

export async function updateRecord(
  needs: WriteNeeds,
  caller: Caller,
  ready: ReadyDatamap,
  record: StoredRecord,
  submission: Submission,
): Promise<Written> {
  const { columns } = ready.datamap
  const former = JSON.parse(record.data) as RmObject
  const before = recordOf(columns, former)
  const faults = requireFields(submission.body, record)
  const given = read(ready, submission.body, faults, before, knownCells(columns, before))
  const fresh = freshFor(needs, caller, ready, given, submission)
  const { composition, findings } = graft(former, fresh, columns, given.row, ready.template.template)
  const lost = notKept(columns, {
    given: given.row,
    shown: recordOf(columns, composition),
    fresh: recordOf(columns, fresh),
  })
  const wrong = [...given.forbidden, ...findings]
  refuseIfAny(ready, [...wrong, ...beyond(lost, wrong)], composition, submission)
  const target = { ehrId: record.ehrId, kind: 'COMPOSITION', preceding: record.head } as const
  return commit(needs, caller, ready, target, composition, submission)
}

export const deleteRecord = (
  needs: WriteNeeds,
  caller: Caller,
  { ehrId, head }: StoredRecord,
  deleting: DeleteRequest,
) => deleteObject(needs, caller, { ehrId, kind: 'COMPOSITION', preceding: head }, deleting)
