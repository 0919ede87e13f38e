/** Checks the references of parties that a transaction commits, and keeps their rows (decision 0109). */
import type { Finding } from '@cairn-ehr/openehr'
import { isA } from '@cairn-ehr/openehr/rm'
import type { LimitedQueries } from '../../db/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type Change, isParty, type PartyKind } from '../model.ts'
import { findMerged } from './merge-store.ts'
import {
  findLiving,
  findOneSided,
  findReferences,
  findReferrers,
  lockReferences,
  type ReferenceRow,
  replaceReferences,
} from './reference-store.ts'
import { type Reference, referencesOf, type Source } from './references.ts'

interface ChangedParty {
  readonly id: ObjectId
  /** The path of its data in the request; empty if they are the body. */
  readonly root: string
  readonly isPerson: boolean
  readonly isNew: boolean
  readonly isDeleted: boolean
  readonly references: readonly Reference[]
  readonly sources: readonly Source[]
}

const NONE = { references: [], sources: [] }

const changedParty = ({ objectId, kind, preceding, data }: Change, root: string): ChangedParty => ({
  id: objectId,
  root,
  isPerson: kind === 'PERSON',
  isNew: preceding === undefined,
  isDeleted: data === undefined,
  ...(data ? referencesOf(data) : NONE),
})

const rowsOf = (parties: readonly ChangedParty[]): ReferenceRow[] =>
  parties.flatMap(({ id, references }) =>
    references.map(({ targetId, relation }) => ({ partyId: id, targetId, relation })),
  )

/** A reference with the party that has it. */
type Held = Reference & { readonly party: ChangedParty }

const heldBy = (parties: readonly ChangedParty[]): Held[] =>
  parties.flatMap(party => party.references.map(each => ({ ...each, party })))

const findingOf = ({ root }: ChangedParty, path: string, code: string, message: string): Finding => ({
  path: `${root}${path}`,
  code,
  message,
})

function* sourceFindings(parties: readonly ChangedParty[]): Generator<Finding> {
  for (const party of parties)
    for (const { sourceId, path } of party.sources)
      if (sourceId !== party.id)
        yield findingOf(
          party,
          path,
          'reference.source',
          `must be the party itself (${party.id}): commit a new party first, or choose its uid`,
        )
}

function targetFinding({ party, path, targetId, type }: Held, kind: PartyKind | undefined): Finding[] {
  if (kind === undefined)
    return [findingOf(party, path, 'reference.unknown', `refers to a party that does not exist: ${targetId}`)]
  return type === undefined || isA(kind, type)
    ? []
    : [findingOf(party, path, 'reference.type', `refers to a ${kind} as ${type}`)]
}

/** The caller may keep references to parties that it does not see, so only new ones are looked up. */
async function targetFindings(
  queries: LimitedQueries,
  parties: readonly ChangedParty[],
  stored: readonly ReferenceRow[],
): Promise<Finding[]> {
  const known = new Set(stored.map(({ partyId, targetId }) => `${partyId} ${targetId}`))
  const fresh = heldBy(parties).filter(({ party, targetId }) => !known.has(`${party.id} ${targetId}`))
  const kinds = await findLiving(queries, [...new Set(fresh.map(({ targetId }) => targetId))])
  return fresh.flatMap(each => targetFinding(each, kinds.get(each.targetId)))
}

const oneSidedMessage = (id: ObjectId): string =>
  `refers to ${id}, which has no relationship with this party: commit that one first, or both in a contribution`

/** Refuses a relationship of which one way is missing. */
async function reverseFindings(
  queries: LimitedQueries,
  parties: readonly ChangedParty[],
): Promise<Finding[]> {
  const oneSided = await findOneSided(
    queries,
    parties.map(({ id }) => id),
  )
  const held = heldBy(parties).filter(({ relation }) => relation === 'reverse')
  const findings = oneSided.flatMap(({ partyId, targetId }) =>
    held
      .filter(each => each.party.id === partyId && each.targetId === targetId)
      .map(each => findingOf(each.party, each.path, 'reference.one_sided', oneSidedMessage(targetId))),
  )
  if (oneSided.length > 0 && findings.length === 0)
    throw new Refusal(
      'party.referenced',
      'Another party names a relationship of this one in its reverse_relationships: take it out there first, or change both in a contribution.',
    )
  return findings
}

const NAMED = 10

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

async function refuseReferenced(queries: LimitedQueries, ids: readonly ObjectId[]): Promise<void> {
  if (ids.length === 0) return
  const { named, count, ehrs, merged } = await findReferrers(queries, ids, NAMED)
  const others = count - named.length
  const found = [
    ...named.map(({ id, kind }) => `${kind} ${id}`),
    ...(others === 0 ? [] : [counted(others, 'other party', 'other parties')]),
    ...(ehrs === 0 ? [] : [counted(ehrs, 'EHR', 'EHRs')]),
    ...(merged === 0 ? [] : [counted(merged, 'merged person', 'merged people')]),
  ]
  if (found.length > 0)
    throw new Refusal(
      'party.referenced',
      `It cannot be deleted, since others refer to it: ${found.join(', ')}.`,
    )
}

/** The lock of the record was taken with the commit, so no merge comes between. */
async function refuseMerged(queries: LimitedQueries, ids: readonly ObjectId[]): Promise<void> {
  const [merged] = await findMerged(queries, ids)
  if (merged)
    throw new Refusal(
      'person.merged',
      `The person ${merged.from} was merged into ${merged.into}: change that one, or undo the merge first.`,
    )
}

const INVALID = 'References of the party are not right; each is listed with its path.'

async function check(queries: LimitedQueries, parties: readonly ChangedParty[]): Promise<void> {
  const ids = parties.map(({ id }) => id)
  await refuseMerged(
    queries,
    parties.filter(({ isPerson, isNew }) => isPerson && !isNew).map(({ id }) => id),
  )
  const rows = rowsOf(parties)
  await lockReferences(
    queries,
    ids,
    rows.map(({ targetId }) => targetId),
  )
  const stored = await findReferences(queries, ids)
  await replaceReferences(queries, ids, rows)
  const findings = [
    ...sourceFindings(parties),
    ...(await targetFindings(queries, parties, stored)),
    ...(await reverseFindings(queries, parties)),
  ]
  const isContribution = parties.some(({ root }) => root !== '')
  if (findings.length > 0)
    throw new Refusal(isContribution ? 'contribution.invalid' : 'data.invalid', INVALID, findings)
  await refuseReferenced(
    queries,
    parties.filter(({ isDeleted }) => isDeleted).map(({ id }) => id),
  )
}

/** A new party that refers to none, which nobody refers to yet, needs no check. */
const needsCheck = ({ isNew, references, sources }: ChangedParty): boolean =>
  !isNew || references.length > 0 || sources.length > 0

/**
 * The companion writes of changes to parties; none for other records. `rootOf`: the path of the data of a change in the request. Call them
 * after the versions were written, so that parties of one commit may refer to each other.
 */
export function referenceChecks(
  changes: readonly Change[],
  rootOf: (at: number) => string = () => '',
): readonly ((queries: LimitedQueries) => Promise<void>)[] {
  const parties = changes
    .map((change, at) => ({ change, root: rootOf(at) }))
    .filter(({ change }) => isParty(change.kind))
    .map(({ change, root }) => changedParty(change, root))
  return parties.some(needsCheck) ? [queries => check(queries, parties)] : []
}
