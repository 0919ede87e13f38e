/** Writes an export as lines: one state of the database, read in one transaction, as fast as the reader takes it. */
import { findAllDatamaps } from '../datamap/index.ts'
import type { LimitedQueries, Queries } from '../db/index.ts'
import { exportedTemplates, queriesWithPrefix } from '../definitions/index.ts'
import type { TakeText } from '../streams/index.ts'
import { recordOfParty } from '../versions/parties/index.ts'
import {
  countSelected,
  exportedContributions,
  exportedEhrs,
  exportedEhrTombstones,
  exportedObjectTombstones,
  exportedOfPeople,
  exportedPartyTombstones,
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
  linkLine,
  mergeLine,
  objectTombstoneLine,
  partyTombstoneLine,
  queryLine,
  templateLine,
} from './print-lines.ts'

export interface ExportFacts {
  readonly generator: string
  readonly systemId: string
  readonly createdAt: string
}

/** Writes each template once. */
function templateWriter(lines: LineWriter) {
  const written = new Set<number>()
  return async (
    templates: ReturnType<typeof exportedTemplates>,
    signedAs: SignedTemplates,
  ): Promise<void> => {
    for await (const template of templates) {
      if (written.has(template.key)) continue
      written.add(template.key)
      await lines.write(templateLine(template, signedAs.get(template.key) ?? []), 'template')
    }
  }
}

type SignedTemplates = Awaited<ReturnType<typeof findSignedTemplates>>

async function writeDefinitions(db: Queries, lines: LineWriter): Promise<void> {
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
  if (selection !== null) return
  for (const tombstone of await exportedPartyTombstones(db))
    await lines.write(partyTombstoneLine(tombstone), 'erased_party')
}

/** Of a selection, the people of its EHRs alone, with those who were merged into them. `writeTemplates`: called with those that their versions were made by. */
async function writeParties(
  db: LimitedQueries,
  selection: Selection,
  lines: LineWriter,
  writeTemplates: (templates: ReturnType<typeof exportedTemplates>) => Promise<void>,
): Promise<void> {
  const links = await exportedOfPeople.links(db, selection)
  const linked = selection && links.map(({ person_id }) => person_id)
  const merges = await exportedOfPeople.merges(db, linked)
  const people = linked && [...linked, ...merges.map(({ person_id }) => person_id)].map(recordOfParty)
  await writeTemplates(exportedTemplates(db, people))
  for await (const contributions of exportedContributions(db, people))
    for (const contribution of contributions) {
      lines.count('version', contribution.versions.length)
      await lines.write(contributionLine(contribution, 'party_contribution'), 'party_contribution')
    }
  for (const link of links) await lines.write(linkLine(link), 'person_link')
  for (const merge of merges) await lines.write(mergeLine(merge), 'person_merge')
}

/** Runs work in a transaction that sees one state of the database. */
export interface ExportSource {
  readonly ofRecords: (work: (db: Queries) => Promise<void>) => Promise<void>
  readonly ofParties: (work: (db: LimitedQueries) => Promise<void>) => Promise<void>
}

/** People are read right after the records: who was linked to an EHR meanwhile is not in the export with it. */
export async function writeExport(
  { ofRecords, ofParties }: ExportSource,
  selection: Selection,
  facts: ExportFacts,
  take: TakeText,
): Promise<void> {
  const lines = new LineWriter(take)
  const writeTemplates = templateWriter(lines)
  let signedAs: SignedTemplates = new Map()
  await ofRecords(async db => {
    signedAs = await findSignedTemplates(db)
    await writeHeader(db, selection, facts, lines)
    await writeTemplates(exportedTemplates(db, selection), signedAs)
    // Queries and datamaps belong to no EHR.
    if (selection === null) await writeDefinitions(db, lines)
    await writeRecords(db, selection, lines)
  })
  await ofParties(db => writeParties(db, selection, lines, templates => writeTemplates(templates, signedAs)))
  await lines.end()
}

async function writeHeader(
  db: Queries,
  selection: Selection,
  { generator, systemId, createdAt }: ExportFacts,
  lines: LineWriter,
): Promise<void> {
  const keys = await findRecordKeys(db)
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
}
