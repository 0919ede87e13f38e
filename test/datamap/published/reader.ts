/** Publishes datamaps as an operator does, and reads them as a program with a role of its own does. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { sql } from '../../../packages/server/src/db/index.ts'
import { runProgram } from '../../http/program.ts'
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

export const cairnDatamap = (server: RunningServer, ...args: readonly string[]) =>
  runProgram(['datamap', ...args], {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
  }).ended

/** What the command prints with `--json`, a line for each datamap. */
export async function publish(server: RunningServer, ...args: readonly string[]): Promise<Row[]> {
  const { code, stdout, stderr } = await cairnDatamap(server, 'publish', ...args, '--json')
  assert.equal(code, 0, stderr)
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** Publishes for a new role, and connects as that role. */
export async function openReader(server: RunningServer, ...args: readonly string[]): Promise<Reader> {
  const role = newRoleName('reader')
  const [first] = await publish(server, ...args, '--reader', role)
  server.beforeDrop(() =>
    server.db.execute(
      sql({ name: 'test.dropRole', prepare: false, text: `drop owned by ${role}; drop role ${role}` }),
    ),
  )
  const url = Object.assign(new URL(server.databaseUrl), {
    username: role,
    password: String(first?.['password']),
  }).href
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
