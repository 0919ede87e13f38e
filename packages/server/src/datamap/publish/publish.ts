/** Publishes datamaps as views of the database, and takes them back. Runs as the owner of the schema. */

import type { Rights } from '../../access/index.ts'
import { ensureReaderRole, type Queries, quoteName, StartError, sql } from '../../db/index.ts'
import { type DatamapShelf, noDatamap } from '../definition/datamap-shelf.ts'
import { etagOf } from '../definition/reply.ts'
import { findDatamap } from '../definition/store.ts'
import type { Datamap } from '../model.ts'
import { type FillNeeds, fillRows, publishedDatamap } from './fill.ts'
import { openNames } from './names.ts'
import { reachOf } from './reach.ts'
import {
  countRecords,
  countRows,
  findPublications,
  findReaders,
  findViews,
  type NewPublication,
  type Publication,
  putPublication,
  putReader,
  removePublication,
  removeReader,
  takePublishTurn,
} from './store.ts'
import { RECORD_FIELDS, recordTable, type Table } from './tables.ts'
import { schemaOf, tablesIn, viewStatements } from './view-sql.ts'

export interface PublishNeeds extends FillNeeds {
  readonly datamaps: DatamapShelf
  /** Does work in a transaction that ends with an audit event. */
  readonly recorded: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
}

/** A role of the database, and the person whose rights it has. */
export interface WantedReader {
  readonly role: string
  /** Undefined: the role sees all records. */
  readonly person?: { readonly id: string; readonly rights: Rights | undefined } | undefined
  readonly withoutIdentity: boolean
}

export interface Published {
  readonly datamap: string
  /** With their schema. */
  readonly views: readonly string[]
  readonly rows: number
  /** Of a role that was made. */
  readonly password: string | undefined
}

const SCHEMAS = [schemaOf(false), schemaOf(true)]

const run = (db: Queries, text: string): Promise<number> =>
  db.execute(sql({ name: 'publish.statement', prepare: false, text }))

const viewOf = ({ without_identity }: Pick<Publication, 'without_identity'>, name: string): string =>
  `${quoteName(schemaOf(without_identity))}.${quoteName(name)}`

const isOf =
  (datamap: string, withoutIdentity: boolean) =>
  (each: Pick<Publication, 'datamap' | 'without_identity'>): boolean =>
    each.datamap === datamap && each.without_identity === withoutIdentity

/** Names that no other publication has. */
async function namesFor(db: Queries, given: Omit<NewPublication, 'views'>, datamap: Datamap) {
  const isOwn = isOf(given.datamap, given.without_identity)
  const others = (await findPublications(db)).filter(
    each => each.without_identity === given.without_identity && !isOwn(each),
  )
  const nameOf = openNames(others.flatMap(({ views }) => views))
  const [main = '', ...groups] = tablesIn(nameOf(given.datamap), recordTable(datamap.columns))
  return [main, ...groups.map(nameOf)]
}

/** PostgreSQL has no more columns in one row. */
const MOST_COLUMNS = 1600

const widest = ({ columns, groups }: Table): number => Math.max(columns.length, ...groups.map(widest))

function refuseWide(name: string, { columns }: Datamap): void {
  const count = widest(recordTable(columns)) + RECORD_FIELDS.length
  if (count > MOST_COLUMNS)
    throw new StartError(
      `The datamap "${name}" needs a view with ${count} columns, and PostgreSQL has at most ${MOST_COLUMNS}: leave some of its paths out.`,
    )
}

/** The datamap as it is now, with the version of the template that its lists go by. */
async function currentOf(
  { db, datamaps }: PublishNeeds,
  name: string,
  withoutIdentity: boolean,
): Promise<Omit<NewPublication, 'views'> & { readonly compiled: Datamap }> {
  const stored = await findDatamap(db, name)
  if (!stored) throw await noDatamap(db, name)
  const { datamap, template } = await datamaps.named(name)
  if (datamap.party !== undefined)
    throw new StartError(
      `The datamap "${name}" shows parties, which are not published: reports would read people.`,
    )
  refuseWide(name, datamap)
  return {
    datamap: name,
    without_identity: withoutIdentity,
    definition: stored.definition,
    format: stored.format,
    template_key: template.key,
    artefact_id: template.artefactId,
    etag: etagOf(stored),
    compiled: datamap,
  }
}

/** Registers the datamap. Views of another definition go at once, since their columns are not filled any more. */
async function register(db: Queries, needs: PublishNeeds, name: string, withoutIdentity: boolean) {
  await takePublishTurn(db)
  const { compiled, ...given } = await currentOf(needs, name, withoutIdentity)
  const before = (await findPublications(db)).find(isOf(name, withoutIdentity))
  const isSame = before?.definition === given.definition && before.template_key === given.template_key
  if (before && !isSame)
    for (const view of before.views) await run(db, `drop view if exists ${viewOf(before, view)} cascade`)
  const views = isSame ? before.views : await namesFor(db, given, compiled)
  const publication = await putPublication(db, { ...given, views })
  return { publication: { ...given, publication, views }, compiled }
}

const ownerOfRecords = sql<{ owner: string; is_other: boolean }>({
  name: 'publish.owner',
  text: `select rolname as owner, rolname <> current_user as is_other
    from pg_namespace n join pg_roles r on r.oid = n.nspowner where nspname = 'cairn'`,
})

/** A schema that a superuser makes belongs to the owner of the records too: its views go with their datamap by a function of this owner. */
async function makeSchema(db: Queries, schema: string): Promise<() => Promise<void>> {
  await run(db, `create schema if not exists ${quoteName(schema)}`)
  const [found] = await db.query(ownerOfRecords)
  if (!found?.is_other) return async () => {}
  const owner = quoteName(found.owner)
  await run(db, `alter schema ${quoteName(schema)} owner to ${owner}`)
  await run(db, `set local role ${owner}`)
  return async () => void (await run(db, 'reset role'))
}

async function makeViews(db: Queries, publication: Publication, compiled: Datamap): Promise<void> {
  const { views, without_identity: withoutIdentity, artefact_id: artefactId } = publication
  const schema = schemaOf(withoutIdentity)
  if ((await findViews(db, schema, views)).length === views.length) return
  for (const view of views) await run(db, `drop view if exists ${viewOf(publication, view)} cascade`)
  const beSelf = await makeSchema(db, schema)
  const texts = viewStatements({
    publication: publication.publication,
    withoutIdentity,
    artefactId,
    title: `${compiled.title}: the records of the template ${compiled.templateId} by the datamap ${publication.datamap}`,
    table: recordTable(compiled.columns),
    names: views,
  })
  for (const text of texts) await run(db, text)
  await beSelf()
}

const roleExists = sql<{ found: boolean }, [role: string]>({
  name: 'publish.roleExists',
  text: 'select exists (select from pg_roles where rolname = $1) as found',
})

/** Also for readers from before, if the views were made again. */
async function grantViews(db: Queries, publication: Publication): Promise<void> {
  const readers = (await findReaders(db)).filter(each => each.publication === publication.publication)
  for (const { role } of readers) {
    if (!(await db.query(roleExists, [role]))[0]?.found) continue
    const name = quoteName(role)
    await run(db, `grant usage on schema ${quoteName(schemaOf(publication.without_identity))} to ${name}`)
    await run(db, `grant execute on function cairn.reach_of_reader(integer) to ${name}`)
    for (const view of publication.views)
      await run(db, `grant select on ${viewOf(publication, view)} to ${name}`)
  }
}

/** `filled` is told how many records have their row, of how many. */
export async function publishDatamap(
  needs: PublishNeeds,
  name: string,
  { role, person, withoutIdentity }: WantedReader,
  filled: (rows: number, all: number) => void,
): Promise<Published> {
  const { db } = needs
  if (db.isDistributed)
    throw new StartError('Datamaps cannot be published from a distributed database: use lists and exports.')
  const password = await db.transaction(queries => ensureReaderRole(queries, role, SCHEMAS))
  const { publication, compiled } = await db.transaction(queries =>
    register(queries, needs, name, withoutIdentity),
  )
  const all = await countRecords(db, publication.artefact_id)
  await fillRows(needs, publication, { searched: 'all', after: 0 }, rows => filled(rows, all))
  await needs.recorded(async queries => {
    await makeViews(queries, publication, compiled)
    await putReader(queries, {
      datamap: name,
      publication: publication.publication,
      role,
      person_id: person?.id ?? null,
      reach: person ? reachOf(person.rights, withoutIdentity) : null,
    })
    await grantViews(queries, publication)
  })
  const rows = (await countRows(db)).get(publication.publication) ?? 0
  const views = publication.views.map(view => `${schemaOf(withoutIdentity)}.${view}`)
  return { datamap: name, views, rows, password }
}

/** Without a role, the views go; with one, they go with the last role that reads them. Returns what is left of the readers. */
export async function unpublishDatamap(
  { db, recorded }: Pick<PublishNeeds, 'db' | 'recorded'>,
  name: string,
  { role, withoutIdentity }: { readonly role: string | undefined; readonly withoutIdentity: boolean },
): Promise<readonly string[]> {
  const publication = (await findPublications(db)).find(isOf(name, withoutIdentity))
  if (!publication)
    throw new StartError(
      `The datamap "${name}" is not published${withoutIdentity ? ' without identity' : ''}.`,
    )
  const readers = (await findReaders(db)).filter(each => each.publication === publication.publication)
  if (role !== undefined && !readers.some(each => each.role === role))
    throw new StartError(`The role "${role}" does not read the datamap "${name}".`)
  const left = role === undefined ? [] : readers.filter(each => each.role !== role).map(each => each.role)
  await recorded(async queries => {
    if (role === undefined || left.length === 0) {
      await removePublication(queries, publication)
      return
    }
    await removeReader(queries, publication, role)
    if (!(await queries.query(roleExists, [role]))[0]?.found) return
    for (const view of publication.views)
      await run(queries, `revoke all on ${viewOf(publication, view)} from ${quoteName(role)}`)
  })
  return left
}

/** `changed`: the datamap or its template is another one since; `missing`: the database has not all of the views. */
type PublicationState = 'current' | 'changed' | 'missing'

export interface ListedPublication {
  readonly datamap: string
  readonly withoutIdentity: boolean
  readonly views: readonly string[]
  readonly readers: readonly { readonly role: string; readonly person: string | null }[]
  readonly rows: number
  readonly state: PublicationState
}

async function stateOf(needs: Pick<PublishNeeds, 'db' | 'datamaps' | 'shelf'>, each: Publication) {
  const there = await findViews(needs.db, schemaOf(each.without_identity), each.views)
  if (there.length < each.views.length) return 'missing'
  const now = await needs.datamaps.byName(each.datamap).catch(() => undefined)
  const isSame = now && etagOf(now) === each.etag && now.template.key === each.template_key
  return isSame && (await publishedDatamap(needs.shelf, each)) ? 'current' : 'changed'
}

export async function listPublished(
  needs: Pick<PublishNeeds, 'db' | 'datamaps' | 'shelf'>,
): Promise<readonly ListedPublication[]> {
  const { db } = needs
  const [readers, rows] = [await findReaders(db), await countRows(db)]
  return Promise.all(
    (await findPublications(db)).map(async each => ({
      datamap: each.datamap,
      withoutIdentity: each.without_identity,
      views: each.views.map(view => `${schemaOf(each.without_identity)}.${view}`),
      readers: readers
        .filter(({ publication }) => publication === each.publication)
        .map(({ role, person_id }) => ({ role, person: person_id })),
      rows: rows.get(each.publication) ?? 0,
      state: await stateOf(needs, each),
    })),
  )
}
