/** Writes an export as lines: one state of the database, read in one transaction, as fast as the reader takes it. */
import { findAllDatamaps } from '../datamap/index.ts'
import type { Queries } from '../db/index.ts'
import { exportedTemplates, queriesWithPrefix } from '../definitions/index.ts'
import type { TakeText } from '../streams/index.ts'
import {
  countSelected,
  exportedContributions,
  exportedEhrs,
  exportedEhrTombstones,
  exportedObjectTombstones,
  findRecordKeys,
  findSignedTemplates,
  type Selection,
} from '../versions/transfer/index.ts'
import { LineWriter } from './line-writer.ts'
import {
  contributionLine,
  datamapLine,
  ehrLine,
  ehrTombstoneLine,
  headerLine,
  keyLine,
  objectTombstoneLine,
  queryLine,
  templateLine,
} from './print-lines.ts'

export interface ExportFacts {
  readonly generator: string
  readonly systemId: string
  readonly createdAt: string
}

async function writeDefinitions(db: Queries, selection: Selection, lines: LineWriter): Promise<void> {
  const signedAs = await findSignedTemplates(db)
  for await (const template of exportedTemplates(db, selection))
    await lines.write(templateLine(template, signedAs.get(template.key) ?? []), 'template')
  // Queries and datamaps belong to no EHR.
  if (selection !== null) return
  for (const query of await queriesWithPrefix(db, '')) await lines.write(queryLine(query), 'query')
  for (const datamap of await findAllDatamaps(db)) await lines.write(datamapLine(datamap), 'datamap')
}

async function writeRecords(db: Queries, selection: Selection, lines: LineWriter): Promise<void> {
  for (const tombstone of await exportedEhrTombstones(db, selection))
    await lines.write(ehrTombstoneLine(tombstone), 'erased_ehr')
  for await (const page of exportedEhrs(db, selection))
    for (const ehr of page) await lines.write(ehrLine(ehr), 'ehr')
  for (const tombstone of await exportedObjectTombstones(db, selection))
    await lines.write(objectTombstoneLine(tombstone), 'erased_object')
  for await (const contributions of exportedContributions(db, selection))
    for (const contribution of contributions) {
      lines.count('version', contribution.versions.length)
      await lines.write(contributionLine(contribution), 'contribution')
    }
}

/** `db`: a transaction that sees one state of the database. */
export async function writeExport(
  db: Queries,
  selection: Selection,
  { generator, systemId, createdAt }: ExportFacts,
  take: TakeText,
): Promise<void> {
  const keys = await findRecordKeys(db)
  const lines = new LineWriter(take)
  await lines.write(
    headerLine({
      created_at: createdAt,
      generator,
      system_id: systemId,
      origin: keys.find(({ isOwn }) => isOwn)?.kid ?? '',
      scope: selection === null ? 'all' : 'selection',
      expected: await countSelected(db, selection),
    }),
  )
  await lines.flush()
  for (const key of keys) await lines.write(keyLine(key), 'key')
  await writeDefinitions(db, selection, lines)
  await writeRecords(db, selection, lines)
  await lines.end()
}
