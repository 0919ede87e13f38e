/** `cairn datamap publish`, `unpublish` and `published`: datamaps as views of the database, for programs that read SQL. */

import { parseArgs } from 'node:util'
import { type AuditEntry, recorded } from '../audit/index.ts'
import { checkedVault, viewerOf } from '../auth/index.ts'
import {
  datamapNames,
  type ListedPublication,
  listPublished,
  openDatamapShelf,
  type PublishNeeds,
  publishDatamap,
  unpublishDatamap,
  type WantedReader,
} from '../datamap/index.ts'
import { StartError } from '../db/index.ts'
import { openTemplateShelf } from '../definitions/index.ts'
import { personById } from '../people/index.ts'
import { openTextsByTemplate } from '../query/index.ts'
import { identityKeyOf } from '../seals/index.ts'
import type { Config } from '../settings/index.ts'
import { commandEntry } from './command-entry.ts'
import { type Installation, openInstallation } from './installation.ts'
import { tellProgress } from './progress.ts'
import { table } from './table.ts'
import { DATAMAP_USAGE } from './usage.ts'

const OPTIONS = {
  reader: { type: 'string' },
  person: { type: 'string' },
  'without-identity': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })

/** The path of the event has the words of the command. */
const entryOf = (method: 'PUT' | 'DELETE', words: string) =>
  commandEntry({
    command: 'cairn datamap publish',
    method,
    route: 'cairn datamap publish',
    path: words,
    status: method === 'PUT' ? 200 : 204,
  })

type Database = Installation['db']

const shelvesOf = (db: Database) => {
  const shelf = openTemplateShelf(db)
  return { db, shelf, datamaps: openDatamapShelf({ db, shelf }) }
}

const recordedAs =
  (db: Database, entry: AuditEntry): PublishNeeds['recorded'] =>
  work =>
    recorded(db, entry, work)

async function withInstallation<T>(config: Config, work: (on: Installation) => Promise<T>): Promise<T> {
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

const number = (count: number): string => count.toLocaleString('en')

async function publishAll(
  { db, secretKey }: Installation,
  names: readonly string[],
  reader: WantedReader,
  isJson: boolean,
): Promise<void> {
  const identityKey = identityKeyOf(await checkedVault(db, secretKey))
  const needs = { ...shelvesOf(db), identityKey, texts: openTextsByTemplate() }
  const identity = reader.withoutIdentity ? ', without identity' : ''
  const seen = reader.person ? `what ${reader.person.id} sees` : 'all records'
  for (const name of names.length > 0 ? names : await datamapNames(db)) {
    const words = `cairn datamap publish ${name} --reader ${reader.role}`
    const done = await publishDatamap(
      { ...needs, recorded: recordedAs(db, entryOf('PUT', words)) },
      name,
      reader,
      tellProgress('records'),
    )
    const { views, rows, password } = done
    if (isJson) process.stdout.write(`${JSON.stringify({ ...done, reader: reader.role })}\n`)
    else
      process.stdout.write(
        `${name}: ${views.join(', ')} with ${number(rows)} records. The role ${reader.role} reads ${seen}${identity}.\n` +
          (password === undefined
            ? ''
            : `The role ${reader.role} was made. Its password, which is not shown again: ${password}\n`),
      )
  }
}

export async function publish(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args)
  const { reader: role, person: id, json } = values
  if (role === undefined || role === '') throw new StartError(`--reader is missing.\n${DATAMAP_USAGE}`)
  await withInstallation(config, async on => {
    const person = id === undefined ? undefined : { id, rights: viewerOf(await personById(on.db, id)) }
    await publishAll(on, positionals, { role, person, withoutIdentity: values['without-identity'] }, json)
  })
}

export async function unpublish(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args)
  const [name, more] = positionals
  const { reader: role } = values
  if (name === undefined || more !== undefined || values.person !== undefined)
    throw new StartError(DATAMAP_USAGE)
  await withInstallation(config, async ({ db }) => {
    const words = `cairn datamap unpublish ${name}${role === undefined ? '' : ` --reader ${role}`}`
    const left = await unpublishDatamap({ db, recorded: recordedAs(db, entryOf('DELETE', words)) }, name, {
      role,
      withoutIdentity: values['without-identity'],
    })
    const rest = left.length === 0 ? 'is not published any more' : `is still read by ${left.join(', ')}`
    process.stdout.write(
      values.json ? `${JSON.stringify({ datamap: name, readers: left })}\n` : `${name} ${rest}.\n`,
    )
  })
}

const STATES = {
  current: 'up to date',
  changed: 'datamap or template changed: publish it again',
  missing: 'views missing: publish it again',
} as const

const rowOf = ({ datamap, views, readers, rows, withoutIdentity, state }: ListedPublication): string[] => [
  datamap,
  views.join(' '),
  number(rows),
  withoutIdentity ? 'no' : 'yes',
  readers.map(({ role, person }) => (person === null ? role : `${role} (${person})`)).join(', '),
  STATES[state],
]

export async function listPublications(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args)
  if (positionals.length > 0) throw new StartError(DATAMAP_USAGE)
  await withInstallation(config, async ({ db }) => {
    const published = await listPublished(shelvesOf(db))
    process.stdout.write(
      values.json
        ? `${JSON.stringify(published, null, 2)}\n`
        : table([['datamap', 'views', 'records', 'identity', 'readers', 'state'], ...published.map(rowOf)]),
    )
  })
}
