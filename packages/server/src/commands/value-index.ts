/** `cairn index`: indexes of values that queries are ordered and filtered by often, on the database itself. */

import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { type Database, StartError } from '../db/index.ts'
import { openTemplateShelf } from '../definitions/index.ts'
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
import { openInstallation } from './installation.ts'
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
  const found = await openTemplateShelf(db).latest(template)
  if (!found) throw new StartError(`There is no template "${template}".`)
  return found.template.definition.archetype.archetypeId
}

interface Output {
  readonly json: unknown
  readonly text: string
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
  const what = count === 0 ? 'was not there' : 'was dropped'
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
  const isList = action === 'list'
  if (!['add', 'list', 'drop'].includes(action) || (path === undefined) !== isList || more !== undefined)
    throw new StartError(INDEX_USAGE)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const { db } = installation
    const target = async () => indexTarget(path ?? '', await startOf(db, values))
    const { json, text } = isList
      ? await list(db)
      : action === 'add'
        ? await add(db, await target(), values.for)
        : await drop(db, await target())
    process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text)
  } finally {
    await installation.close()
  }
}
