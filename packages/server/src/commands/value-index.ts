/** `cairn index`: indexes of values that queries are ordered and filtered by often, and the query index as a whole, on the database itself. */

import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { didYouMean } from '@cairn-ehr/openehr/path'
import { openIndexCheck } from '../admin/index.ts'
import { type Database, StartError } from '../db/index.ts'
import { openTemplateShelf } from '../definitions/index.ts'
import { mendEntries, openEntryCheck } from '../demographic/index.ts'
import type { ObjectId } from '../ids/index.ts'
import {
  addValueIndex,
  dropValueIndex,
  INDEX_USES,
  type IndexTarget,
  indexTarget,
  type ListedIndex,
  listIndexes,
} from '../query/index.ts'
import { openPathDictionary } from '../roots/index.ts'
import type { Config } from '../settings/index.ts'
import {
  allChecks,
  type Fault,
  mendReferences,
  openReferenceCheck,
  rebuildIndex,
  verifyRecords,
} from '../versions/verify/index.ts'
import { openInstallation } from './installation.ts'
import { tellProgress } from './progress.ts'
import { table } from './table.ts'
import { INDEX_USAGE } from './usage.ts'

interface Given {
  readonly archetype?: string | undefined
  readonly template?: string | undefined
}

/** The archetype that a path without one starts at. */
async function startOf(db: Database, { archetype, template }: Given): Promise<string | undefined> {
  if (template === undefined) return archetype
  if (archetype !== undefined) throw new StartError('Give --archetype or --template, not both.')
  const shelf = openTemplateShelf(db)
  const found = await shelf.latest(template)
  if (!found)
    throw new StartError(`There is no template "${template}".${didYouMean(template, await shelf.ids())}`)
  return found.template.definition.archetype.archetypeId
}

interface Output {
  readonly json: unknown
  readonly text: string
  /** Said at the end; the command then ends with 1. */
  readonly failed?: string
}

const nameOf = ({ archetype, path }: IndexTarget): string => `${path} of ${archetype}`

async function add(db: Database, target: IndexTarget, use: string | undefined): Promise<Output> {
  if (use !== undefined && !Object.hasOwn(INDEX_USES, use))
    throw new StartError(`--for is one of ${Object.keys(INDEX_USES).join(', ')}.`)
  const began = performance.now()
  const parts = use === undefined ? undefined : INDEX_USES[use as keyof typeof INDEX_USES]
  const made = await addValueIndex({ db, dictionary: openPathDictionary(db) }, target, parts)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const what = made.length === 0 ? 'was there already' : 'was made'
  return {
    json: { ...target, made, seconds: Number(seconds) },
    text: `The index of ${nameOf(target)} ${what} (${seconds} s).\n`,
  }
}

async function drop(db: Database, target: IndexTarget): Promise<Output> {
  const count = await dropValueIndex(db, target)
  const what = count === 0 ? 'did not exist' : 'was dropped'
  return { json: { ...target, dropped: count }, text: `The index of ${nameOf(target)} ${what}.\n` }
}

const line = ({ name, state, bytes, about }: ListedIndex): readonly string[] => [
  'path' in about ? about.archetype : '',
  'path' in about ? about.path : (about.about ?? 'a column of a datamap'),
  'path' in about ? about.part : '',
  state,
  `${(bytes / 1024).toFixed(0)} KB`,
  name,
]

async function list(db: Database): Promise<Output> {
  const found = await listIndexes({ db, dictionary: openPathDictionary(db) })
  const rows = [['archetype', 'value', 'part', 'state', 'size', 'name'], ...found.map(line)]
  return { json: found, text: found.length === 0 ? 'There are no indexes of values.\n' : table(rows) }
}

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** Compares the query index with the documents. */
async function check(db: Database): Promise<Output> {
  const faults: Fault[] = []
  const { versions } = await verifyRecords(
    db,
    tellProgress('versions'),
    openIndexCheck(db, found => faults.push(...found)),
  )
  const lines = faults.map(({ ehrId, uid, what }) => [uid, what, `EHR ${ehrId}`])
  return {
    json: { versions, faults: faults.map(({ ehrId, uid, what }) => ({ ehr_id: ehrId, uid, what })) },
    text: `${table(lines)}${count(versions, 'version', 'versions')} compared with the query index: ${
      faults.length === 0 ? 'no differences' : count(faults.length, 'difference', 'differences')
    }\n`,
    ...(faults.length === 0
      ? {}
      : { failed: 'The query index differs from the documents: run "cairn index rebuild".' }),
  }
}

const idsOf = (faults: readonly Fault[]): ObjectId[] => [...new Set(faults.map(({ uid }) => uid as ObjectId))]

/** Makes search entries and references again that differ from the documents of their parties. Returns the numbers of parties. */
async function rebuildParties(
  db: Database,
): Promise<{ readonly entries: number; readonly references: number }> {
  const parties = db.ofParties()
  const [ofEntries, ofReferences]: [Fault[], Fault[]] = [[], []]
  const ofParties = allChecks([
    openEntryCheck(parties, found => ofEntries.push(...found)),
    openReferenceCheck(found => ofReferences.push(...found)),
  ])
  await verifyRecords(db, undefined, { ofParties })
  const [entries, references] = [idsOf(ofEntries), idsOf(ofReferences)]
  await mendEntries(parties, entries)
  await mendReferences(parties, references)
  return { entries: entries.length, references: references.length }
}

async function rebuild(db: Database): Promise<Output> {
  const done = await rebuildIndex(db, tellProgress('versions'))
  const { entries, references } = await rebuildParties(db)
  const skipped =
    done.skipped === 0
      ? ''
      : ` ${count(done.skipped, 'version does', 'versions do')} not match the signature and was left alone: run "cairn verify".`
  return {
    json: { ...done, entries, references },
    text: `${count(done.versions, 'version', 'versions')} compared: rows of ${count(done.rebuilt, 'version', 'versions')} made anew, ${count(done.removed, 'row', 'rows')} without a version removed, search entries of ${count(entries, 'person', 'people')} and references of ${count(references, 'party', 'parties')} made anew.${skipped}\n`,
  }
}

/** Commands without a path. */
const WHOLE: Readonly<Record<string, (db: Database) => Promise<Output>>> = { list, check, rebuild }

export async function valueIndex(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      archetype: { type: 'string' },
      template: { type: 'string' },
      for: { type: 'string' },
      json: { type: 'boolean' },
    },
  })
  const [action = '', path, more] = positionals
  const whole = Object.hasOwn(WHOLE, action) ? WHOLE[action] : undefined
  const isKnown = whole !== undefined || action === 'add' || action === 'drop'
  if (!isKnown || (path === undefined) !== (whole !== undefined) || more !== undefined)
    throw new StartError(INDEX_USAGE)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const { db } = installation
    const target = async () => indexTarget(path ?? '', await startOf(db, values))
    const { json, text, failed } = whole
      ? await whole(db)
      : action === 'add'
        ? await add(db, await target(), values.for)
        : await drop(db, await target())
    process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text)
    if (failed !== undefined) throw new StartError(failed)
  } finally {
    await installation.close()
  }
}
