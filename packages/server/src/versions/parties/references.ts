/** References of a party to others of this server (decision 0109). */
import { isRmObject, type RmObject, walk } from '@cairn-ehr/openehr/rm'
import { type ObjectId, readObjectId, readVersionUid } from '../../ids/index.ts'

/** The target of a relationship, a relationship that another party has with this one, or any other reference. */
export type Relation = 'relationship' | 'reverse' | 'other'

export interface Reference {
  readonly targetId: ObjectId
  readonly relation: Relation
  readonly path: string
  /** The class that a PARTY_REF names. */
  readonly type: string | undefined
}

/** The source of a relationship: the party itself. */
export interface Source {
  readonly sourceId: ObjectId
  readonly path: string
}

const REFERENCES: ReadonlySet<string> = new Set(['PARTY_REF', 'LOCATABLE_REF'])

const textAt = (node: RmObject, name: string): string => (typeof node[name] === 'string' ? node[name] : '')

/** The namespace of this server, as in `subject/external_ref` (decision 0108). Ids in other forms are those of others. */
function targetOf(node: RmObject): ObjectId | undefined {
  const { id, namespace } = node
  if (namespace !== 'local' || !isRmObject(id)) return undefined
  const value = textAt(id, 'value')
  if (id._type === 'OBJECT_VERSION_ID') return readVersionUid(value)?.objectId
  return id._type === 'HIER_OBJECT_ID' ? readObjectId(value) : undefined
}

const RELATIONSHIP = /^\/relationships\[.*\]\/(source|target)$/s
const REVERSE = /^\/reverse_relationships\[[^/]*\]$/

export function referencesOf(party: RmObject): {
  readonly references: readonly Reference[]
  readonly sources: readonly Source[]
} {
  const references: Reference[] = []
  const sources: Source[] = []
  walk(party, (node, path, type) => {
    if (!REFERENCES.has(type)) return
    const targetId = targetOf(node)
    if (targetId === undefined) return
    const [, end] = RELATIONSHIP.exec(path) ?? []
    if (end === 'source') sources.push({ sourceId: targetId, path })
    else {
      const other: Relation = REVERSE.test(path) ? 'reverse' : 'other'
      const relation: Relation = end === 'target' ? 'relationship' : other
      const named = type === 'PARTY_REF' ? textAt(node, 'type') : undefined
      references.push({ targetId, relation, path, type: named })
    }
  })
  return { references, sources }
}
