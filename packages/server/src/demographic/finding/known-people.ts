/** People by their ids or those of their EHRs, for lists that have ids and show names. */
import type { LimitedDatabase } from '../../db/index.ts'
import type { ParameterDoc } from '../../http/index.ts'
import { readObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type FoundPeople, type FoundPerson, withSurvivors } from './search.ts'
import { findByIds } from './store.ts'

/** Ids of one request: so many are on a page. */
const MOST_IDS = 100

const ID_LISTS = ['ehr_uid', 'person_uid'] as const

type IdList = (typeof ID_LISTS)[number]

const OF: Readonly<Record<IdList, string>> = {
  ehr_uid: 'The people of these EHRs',
  person_uid: 'These people',
}

export const ID_PARAMETERS: readonly ParameterDoc[] = ID_LISTS.map(name => ({
  name,
  in: 'query',
  description: `${OF[name]}, in place of a search: up to ${MOST_IDS} uids with commas between them.`,
  schema: { type: 'string' },
}))

export interface AskedIds {
  readonly list: IdList
  readonly ids: readonly string[]
}

const malformed = (message: string): Refusal => new Refusal('request.malformed', message)

/** Nothing where the request searches. */
export function idsIn(query: URLSearchParams): AskedIds | undefined {
  const list = ID_LISTS.find(name => query.has(name))
  if (list === undefined) return undefined
  if ([...query.keys()].some(name => name !== list)) throw malformed(`${list} stands alone.`)
  const texts = query.getAll(list).flatMap(each => each.split(','))
  if (texts.length > MOST_IDS) throw malformed(`${list} takes ${MOST_IDS} uids at most.`)
  const ids = texts.map(text => {
    const id = readObjectId(text.trim())
    if (id === undefined) throw malformed(`${list} must be uids with commas between them.`)
    return id
  })
  return { list, ids }
}

/** Each with the id that it was asked by. People who have no entry are left out. */
export async function findKnown(db: LimitedDatabase, { list, ids }: AskedIds): Promise<FoundPeople> {
  const entries = await findByIds(db, list, ids)
  const people = entries.map((entry): FoundPerson => {
    const id = (list === 'ehr_uid' ? entry.ehrId : entry.personId) ?? ''
    return { entry, score: 1, reasons: [{ criterion: list, asked: id, found: id, how: 'same' }] as const }
  })
  return { people: await withSurvivors(db, people), isComplete: true }
}
