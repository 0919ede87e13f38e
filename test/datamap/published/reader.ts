/** Publishes datamaps as an operator does, and reads them as a program with a role of its own does. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { checkedVault, viewerOf } from '../../../packages/server/src/auth/index.ts'
import { openDatamapShelf, publishDatamap } from '../../../packages/server/src/datamap/index.ts'
import { type Queries, sql } from '../../../packages/server/src/db/index.ts'
import { openTemplateShelf } from '../../../packages/server/src/definitions/index.ts'
import { personById } from '../../../packages/server/src/people/index.ts'
import { openTextsByTemplate } from '../../../packages/server/src/query/index.ts'
import { identityKeyOf } from '../../../packages/server/src/seals/vault.ts'
import { type RunningServer, SECRET_KEY } from '../../server.ts'

export type Row = Readonly<Record<string, unknown>>

export interface Reader {
  readonly role: string
  readonly url: string
  /** Throws what the database answers. */
  query(text: string): Promise<readonly Row[]>
}

/** Roles belong to the whole database server, so each test has names of its own. */
export const newRoleName = (base: string): string => `${base}_${randomBytes(4).toString('hex')}`

/** Options of `cairn datamap publish`. */
export interface Options {
  readonly person?: string
  readonly withoutIdentity?: boolean
}

/** As the command does it, without the time that a program takes to start. Returns the password of a new role. */
export async function publish(
  { db }: RunningServer,
  name: string,
  role: string,
  { person: id, withoutIdentity = false }: Options = {},
): Promise<string | undefined> {
  const shelf = openTemplateShelf(db)
  const identityKey = identityKeyOf(await checkedVault(db, SECRET_KEY))
  const needs = {
    db,
    shelf,
    identityKey,
    texts: openTextsByTemplate(),
    datamaps: openDatamapShelf({ db, shelf }),
    recorded: <T>(work: (queries: Queries) => Promise<T>) => db.transaction(work),
  }
  const person = id === undefined ? undefined : { id, rights: viewerOf(await personById(db, id)) }
  return (await publishDatamap(needs, name, { role, person, withoutIdentity }, () => {})).password
}

/** Publishes for a new role, and connects as that role. */
export async function openReader(server: RunningServer, name: string, options?: Options): Promise<Reader> {
  const role = newRoleName('reader')
  const password = (await publish(server, name, role, options)) ?? ''
  const drop = `drop owned by ${role}; drop role ${role}`
  server.beforeDrop(() => server.db.execute(sql({ name: 'test.dropRole', prepare: false, text: drop })))
  const url = Object.assign(new URL(server.databaseUrl), { username: role, password }).href
  return { ...(await connect(server, url)), role }
}

export async function connect(server: RunningServer, url: string): Promise<Omit<Reader, 'role'>> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  server.beforeDrop(() => client.end())
  return { url, query: async text => (await client.query(text)).rows }
}

/** The code of the error that a statement ends with; undefined if it does not. */
export const errorOf = (reader: Pick<Reader, 'query'>, text: string): Promise<string | undefined> =>
  reader.query(text).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )
