/** Writes EHRs and tombstones of another server as they were, each once. */
import { type AuditEntry, recorded } from '../../audit/index.ts'
import type { Database, Queries } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { findEhr } from '../companions/ehr-store.ts'
import {
  type ExportedEhr,
  type ExportedEhrTombstone,
  type ExportedObjectTombstone,
  exportedEhrs,
} from './export-store.ts'
import type { ImportOutcome } from './given-version.ts'
import { isAboutRecord } from './import-contributions.ts'
import {
  findExistingEhrs,
  findHeads,
  insertEhrTombstone,
  insertObjectTombstone,
  isErasedEhr,
} from './import-store.ts'
import { insertEhrs } from './imported-ehrs.ts'
import { type NewerParts, newerPartsOf, renewEhr } from './renew-ehr.ts'

const rejected = (message: string) => new Refusal('import.rejected', message)

/** The parts of an EHR that never change. */
const identityOf = ({
  system_id,
  created_at,
  status_id,
  access_id,
  default_episode_id,
}: ExportedEhr): string =>
  [system_id, created_at.toISOString(), status_id, access_id, default_episode_id].join(' ')

/** An EHR that is here with an older state. */
interface OlderEhr {
  readonly given: ExportedEhr
  readonly newer: NewerParts
}

/** The outcomes of EHRs that are here already; `older` is told of those with an older state. */
async function compareEhrs(
  db: Queries,
  ehrs: readonly ExportedEhr[],
  older: (ehr: OlderEhr) => void,
): Promise<ReadonlyMap<string, ImportOutcome>> {
  const there = await findExistingEhrs(
    db,
    ehrs.map(({ ehr_id }) => ehr_id),
  )
  const outcomes = new Map<string, ImportOutcome>()
  if (there.size === 0) return outcomes
  for await (const page of exportedEhrs(db, [...there] as EhrId[]))
    for (const stored of page) {
      const given = ehrs.find(({ ehr_id }) => ehr_id === stored.ehr_id)
      if (given === undefined || identityOf(given) !== identityOf(stored)) {
        outcomes.set(stored.ehr_id, rejected('There is another EHR with this id.'))
        continue
      }
      const newer = await newerPartsOf(db, given, stored)
      if (newer) older({ given, newer })
      outcomes.set(stored.ehr_id, 'present')
    }
  return outcomes
}

const REASONS: Readonly<Record<string, string>> = {
  ehr_subject_pkey: 'There is another EHR for the subject of this one.',
  ehr_pkey: 'There is another EHR with this id.',
}

const refusalOf = (error: unknown): Refusal => {
  const { constraint = '' } = error as { readonly constraint?: string }
  return rejected(REASONS[constraint] ?? 'The database refuses the values of this EHR.')
}

async function renewed(db: Database, { given, newer }: OlderEhr, entry: AuditEntry): Promise<ImportOutcome> {
  try {
    await recorded(
      db,
      entry,
      queries => renewEhr(queries, given, newer),
      () => ({ ehrId: given.ehr_id }),
    )
    return 'added'
  } catch (error) {
    if (isAboutRecord(error)) return refusalOf(error)
    throw error
  }
}

/** Writes a group of EHRs in one transaction; where one cannot be written, each by itself. */
export async function writeEhrs(
  db: Database,
  group: readonly ExportedEhr[],
  entry: AuditEntry,
): Promise<readonly ImportOutcome[]> {
  try {
    const events = new Map(group.map(ehr => [ehr.ehr_id, entry.eventOf({ ehrId: ehr.ehr_id })]))
    const eventOf = (ehrId: EhrId) => events.get(ehrId) ?? entry.eventOf({ ehrId })
    const { outcomes, added, ids, older } = await db.transaction(async queries => {
      const older: OlderEhr[] = []
      const known = await compareEhrs(queries, group, ehr => older.push(ehr))
      const outcomes = new Map<string, ImportOutcome>(known)
      for (const { ehr_id } of group)
        if (!known.has(ehr_id) && (await isErasedEhr(queries, ehr_id)))
          outcomes.set(ehr_id, rejected('An EHR with this id was physically deleted or merged here.'))
      const added = group.filter(({ ehr_id }) => !outcomes.has(ehr_id))
      const ids =
        added.length === 0
          ? []
          : await insertEhrs(
              queries,
              added.map(ehr => ({ ...ehr, event: eventOf(ehr.ehr_id) })),
            )
      return { outcomes, added, ids, older }
    })
    for (const each of older) outcomes.set(each.given.ehr_id, await renewed(db, each, entry))
    added.forEach(({ ehr_id }, at) => {
      entry.stored(ids[at] ?? 0, eventOf(ehr_id))
    })
    return group.map(({ ehr_id }) => outcomes.get(ehr_id) ?? 'added')
  } catch (error) {
    if (!isAboutRecord(error)) throw error
    if (group.length === 1) return [refusalOf(error)]
    const outcomes: ImportOutcome[] = []
    for (const one of group) outcomes.push(...(await writeEhrs(db, [one], entry)))
    return outcomes
  }
}

/** Keeps the tombstone of an EHR, so that its id is not used again here either. */
export async function writeEhrTombstone(
  db: Database,
  given: ExportedEhrTombstone,
  entry: AuditEntry,
): Promise<ImportOutcome> {
  const isAdded = await recorded(
    db,
    entry,
    async queries => {
      if (await findEhr(queries, given.ehr_id))
        throw rejected('The EHR was physically deleted there, and is still here: erase it first.')
      return insertEhrTombstone(queries, given)
    },
    added => (added ? { ehrId: given.ehr_id } : undefined),
  )
  return isAdded ? 'added' : 'present'
}

export async function writeObjectTombstone(
  db: Database,
  given: ExportedObjectTombstone,
  entry: AuditEntry,
): Promise<ImportOutcome> {
  const isAdded = await recorded(
    db,
    entry,
    async queries => {
      if (!(await findEhr(queries, given.ehr_id))) throw rejected(`There is no EHR ${given.ehr_id}.`)
      if ((await findHeads(queries, [given.object_id])).some(({ ehrId }) => ehrId === given.ehr_id))
        throw rejected('The object was physically deleted there, and is still here: erase it first.')
      return insertObjectTombstone(queries, given)
    },
    added => (added ? { ehrId: given.ehr_id } : undefined),
  )
  return isAdded ? 'added' : 'present'
}
