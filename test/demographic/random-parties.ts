/** Random parties by the templates of the fixtures, as a client may commit them. */
import { randomUUID } from 'node:crypto'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate, randomInstance } from '@cairn-ehr/openehr/template'
import { PARTY_OPTS } from '../../packages/openehr/fixtures/party-templates.ts'
import { seeded } from '../../packages/openehr/test/seeded.ts'
import { type PartyName, partyRef } from './parties.ts'

const TEMPLATES = new Map(Object.entries(PARTY_OPTS).map(([type, opt]) => [type, compileTemplate(opt)]))

/** A party that another system has: this one does not look for it. */
const elsewhere = (id: string): RmObject => ({ ...partyRef('PERSON', id), namespace: 'hospital' }) as RmObject

/** The source of a relationship is the party itself, so its uid is chosen here. */
export function randomParty(kind: PartyName, seed: number): RmObject {
  const type = kind.toUpperCase()
  const template = TEMPLATES.get(type)
  if (!template) throw new Error(`no template of ${type}`)
  const party = randomInstance(template, seeded(seed))
  const uid = randomUUID()
  const relationships = party['relationships'] as readonly RmObject[] | undefined
  return {
    ...party,
    uid: { _type: 'HIER_OBJECT_ID', value: uid },
    ...(relationships && {
      relationships: relationships.map(each => ({
        ...each,
        source: partyRef(type, uid),
        target: elsewhere('4711'),
      })),
    }),
    ...(kind === 'role' && { performer: elsewhere('4711') }),
  }
}
