/** Checks the fixed fields that a client sends back: they may be repeated but not changed. */
import type { Finding } from '@cairn-ehr/openehr'
import { Refusal } from '../../refusal/index.ts'
import { versionUid } from '../../versions/index.ts'
import { type CellObject, FIXED_FIELDS } from '../model.ts'
import type { StoredRecord } from './store.ts'

/** Fields that name the version; an older version is a conflict, as with `If-Match`. */
const OF_VERSION: ReadonlySet<string> = new Set(['vuid', 'version_tree_id'])

/** Returns the findings about the fixed fields of a body; `record` is undefined for a new one. */
export function requireFields(body: CellObject, record: StoredRecord | undefined): readonly Finding[] {
  const differing = FIXED_FIELDS.filter(field => {
    const given = Object.hasOwn(body, field) ? (body[field] ?? null) : null
    return given !== null && given !== record?.fields[field]
  })
  if (record && differing.some(field => OF_VERSION.has(field)))
    throw new Refusal('version.conflict', 'The body does not name the latest version of the record.', [], {
      latestVersion: versionUid(record.head),
    })
  return differing.map(field => ({
    path: field,
    code: 'datamap.readonly',
    message: record
      ? `It is given by the server and cannot be changed: expected ${JSON.stringify(record.fields[field])}`
      : 'It is given by the server: a new record has none',
  }))
}
