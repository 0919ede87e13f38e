/** Takes over keys, templates, stored queries and datamaps of another server. */

import { type AuditEntry, type ChangeNote, recorded } from '../audit/index.ts'
import { findDatamap, insertDatamapAs, type StoredDatamap } from '../datamap/index.ts'
import type { Database, Queries } from '../db/index.ts'
import {
  addQuery,
  addTemplate,
  findSameTemplate,
  printSemVer,
  queryVersions,
  type StoredQuery,
} from '../definitions/index.ts'
import type { Signer } from '../versions/index.ts'
import {
  findRecordKey,
  findSignedTemplate,
  type ImportOutcome,
  insertRecordKey,
  insertSignedTemplate,
  type RecordKey,
} from '../versions/transfer/index.ts'
import { rejected } from './fields.ts'
import type { GivenTemplate } from './read-lines.ts'

/** Does the work in one transaction with its audit event, unless nothing was added. */
const written = (
  db: Database,
  entry: AuditEntry,
  work: (queries: Queries) => Promise<ImportOutcome>,
  ...changes: readonly ChangeNote[]
): Promise<ImportOutcome> =>
  recorded(db, entry, work, outcome => (outcome === 'added' ? { changes } : undefined))

export const importKey = (
  db: Database,
  signer: Signer,
  key: Omit<RecordKey, 'isOwn'>,
  entry: AuditEntry,
): Promise<ImportOutcome> =>
  written(db, entry, async queries => {
    signer.adopt(key.jwk)
    if (await insertRecordKey(queries, key)) return 'added'
    const stored = await findRecordKey(queries, key.kid)
    return stored?.jwk['x'] === key.jwk['x'] ? 'present' : rejected('There is another key with this id.')
  })

/** Templates by the numbers that the server of `origin` has given them. */
export function templateNumbers(db: Database, origin: string | undefined) {
  const known = new Map<number, number>()
  let isOwn: Promise<boolean> | undefined
  return {
    /** Throws `import.rejected` if there is no such template. */
    keyOf: async (number: number): Promise<number> => {
      const kept = known.get(number)
      if (kept !== undefined) return kept
      isOwn ??= origin === undefined ? Promise.resolve(false) : isOwnKey(db, origin)
      const found = (await isOwn)
        ? number
        : origin === undefined
          ? undefined
          : await findSignedTemplate(db, { kid: origin, number })
      if (found === undefined)
        throw rejected(
          `The template with the number ${number} does not exist: it is missing or was rejected.`,
        )
      known.set(number, found)
      return found
    },
  }
}

const isOwnKey = async (db: Queries, kid: string): Promise<boolean> =>
  (await findRecordKey(db, kid))?.isOwn === true

/**
 * Returns the key of the template here, and adds it if there is none with the same text and version. Versions with the same text
 * stay apart: the last one is in force, and an earlier one may have the same text. Only where another text has the version here,
 * records go to a version with the same text.
 */
async function takeTemplate(
  queries: Queries,
  template: GivenTemplate,
  origin: string | undefined,
): Promise<{ readonly key: number; readonly isAdded: boolean }> {
  const same = await findSameTemplate(queries, template)
  if (same?.version === template.version) return { key: same.key, isAdded: false }
  const known =
    origin === undefined
      ? undefined
      : await findSignedTemplate(queries, { kid: origin, number: template.key })
  if (known !== undefined) return { key: known, isAdded: false }
  const added = await addTemplate(queries, template, template.version, template.createdAt)
  if (added) return { key: added.key, isAdded: true }
  if (same !== undefined) return { key: same.key, isAdded: false }
  throw rejected(
    `There is another version ${template.version} of the template "${template.templateId}": records that were made by the given one could not be distinguished from those of the other.`,
  )
}

export const importTemplate = (
  db: Database,
  template: GivenTemplate,
  origin: string | undefined,
  entry: AuditEntry,
): Promise<ImportOutcome> => {
  const take = async (queries: Queries): Promise<ImportOutcome> => {
    const { key, isAdded } = await takeTemplate(queries, template, origin)
    const names = origin === undefined ? [] : [{ kid: origin, number: template.key }]
    for (const name of [...names, ...template.signedAs]) {
      const server = await findRecordKey(queries, name.kid)
      if (!server) throw rejected(`The key "${name.kid}" is unknown: its line must come before.`)
      const known = server.isOwn ? name.number : await findSignedTemplate(queries, name)
      if (known !== undefined && known !== key)
        throw rejected(
          `The number ${name.number} belongs to another template on the server of "${name.kid}".`,
        )
      if (known === undefined) await insertSignedTemplate(queries, name, key)
    }
    return isAdded ? 'added' : 'present'
  }
  const type = template.version === 1 ? 'template.created' : 'template.updated'
  return written(db, entry, take, { type, subject: template.templateId })
}

export const importQuery = (db: Database, query: StoredQuery, entry: AuditEntry): Promise<ImportOutcome> => {
  const version = printSemVer(query)
  const take = async (queries: Queries): Promise<ImportOutcome> => {
    if (await addQuery(queries, query)) return 'added'
    const stored = (await queryVersions(queries, query.name)).find(each => printSemVer(each) === version)
    return stored?.q === query.q
      ? 'present'
      : rejected(`There is another query "${query.name}" with the version ${version}.`)
  }
  return written(db, entry, take, { type: 'query.created', subject: query.name, detail: { version } })
}

export const importDatamap = (
  db: Database,
  datamap: StoredDatamap,
  entry: AuditEntry,
): Promise<ImportOutcome> => {
  const { name, templateId } = datamap
  const take = async (queries: Queries): Promise<ImportOutcome> => {
    if (await insertDatamapAs(queries, datamap)) return 'added'
    const stored = await findDatamap(queries, datamap.name)
    return stored?.definition === datamap.definition && stored.format === datamap.format
      ? 'present'
      : rejected(`There is another datamap "${name}".`)
  }
  return written(db, entry, take, {
    type: 'datamap.created',
    subject: name,
    detail: { template_id: templateId },
  })
}
