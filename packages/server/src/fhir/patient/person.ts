/** The person of an EHR, from the PERSON that it is linked to, by the definition of its archetype (decision 0108). */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedDatabase } from '../../db/index.ts'
import {
  type DefinitionShelf,
  factsOf,
  type MatchWeights,
  type NameParts,
  namePartsOf,
  type PersonFacts,
} from '../../demographic/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { findLatest } from '../../versions/index.ts'
import { findPersonOf, recordOfParty } from '../../versions/parties/index.ts'

/** The database of parties as the caller sees it. */
export interface PatientNeeds {
  readonly db: LimitedDatabase
  readonly definitions: DefinitionShelf
}

/** The database of parties as the caller may search it. */
export interface MatchingNeeds {
  readonly db: LimitedDatabase
  readonly weights: MatchWeights
}

export interface LinkedPerson {
  readonly personId: ObjectId
  readonly facts: PersonFacts
  readonly nameParts: NameParts
  readonly version: number
  readonly committedAt: Date
}

/** Undefined without a link, and for a person whom the caller may not see or no definition describes. */
export async function findLinkedPerson(
  { db, definitions }: PatientNeeds,
  ehrId: EhrId,
): Promise<LinkedPerson | undefined> {
  const personId = await findPersonOf(db, ehrId)
  if (personId === undefined) return undefined
  const found = await findLatest(db, recordOfParty(personId), personId)
  if (!found?.data) return undefined
  const person = JSON.parse(found.data) as RmObject
  const ready = definitions.of(String(person['archetype_node_id'])).inForce?.ready
  return (
    ready && {
      personId,
      facts: factsOf(person, ready),
      nameParts: namePartsOf(person, ready),
      version: found.version,
      committedAt: found.committedAt,
    }
  )
}
