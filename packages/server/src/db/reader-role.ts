/** Database roles that read published datamaps, and nothing else. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import type { Queries } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { quoteName, quoteText } from './quote.ts'
import { StartError } from './start-error.ts'
import { sql } from './statement.ts'

/** Limits of a role that is made here; a role can loosen its own settings, but not the number of its connections. */
const CONNECTIONS = 10
const SETTINGS = [
  ['statement_timeout', "'60s'"],
  ['default_transaction_read_only', 'on'],
] as const

const INSUFFICIENT_PRIVILEGE = '42501'
const SCRAM_ITERATIONS = 4096

/** As PostgreSQL stores a password (RFC 5803): the statement, which may be logged, does not have the password. */
export function scramSecret(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256')
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(mac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${mac('Server Key').toString('base64')}`
}

const findRole = sql<{ is_privileged: boolean }, [role: string]>({
  name: 'reader.role',
  text: `select rolsuper or has_schema_privilege(oid, 'cairn', 'usage') as is_privileged
    from pg_roles where rolname = $1`,
})

const run = (db: Queries, text: string): Promise<number> =>
  db.execute(sql({ name: 'reader.statement', prepare: false, text }))

const mayConnect = sql<{ may: boolean; database: string }, [role: string]>({
  name: 'reader.mayConnect',
  text: "select has_database_privilege($1, current_database(), 'connect') as may, current_database()::text as database",
})

/** The database of a tenant is open to roles that are named, and not to all. */
async function letIn(db: Queries, role: string): Promise<void> {
  const [found] = await db.query(mayConnect, [role])
  if (!found || found.may) return
  const grant = `grant connect on database ${quoteName(found.database)} to ${quoteName(role)}`
  await run(db, grant)
  // PostgreSQL only warns of a grant by a role that may not make it.
  if (!(await db.query(mayConnect, [role]))[0]?.may)
    throw new StartError(
      `The role "${role}" may not connect to the database. Run this as its owner, and then the command again: ${grant};`,
    )
}

/** The statements that make a role; `secret` is a password in any form that PostgreSQL takes. */
const statements = (role: string, schemas: readonly string[], secret: string): readonly string[] => [
  `create role ${quoteName(role)} login connection limit ${CONNECTIONS} password ${quoteText(secret)}`,
  ...SETTINGS.map(([name, value]) => `alter role ${quoteName(role)} set ${name} to ${value}`),
  `alter role ${quoteName(role)} set search_path to ${schemas.map(quoteName).join(', ')}`,
]

/** Returns its password. */
async function makeRole(db: Queries, role: string, schemas: readonly string[]): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  try {
    for (const text of statements(role, schemas, scramSecret(password))) await run(db, text)
    return password
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error
    const wanted = statements(role, schemas, 'choose one').join('; ')
    throw new StartError(
      `The role of this connection may not create roles. Run this as an administrator of the database, and then the command again: ${wanted};`,
    )
  }
}

/**
 * Makes a role that can sign in, unless there is one of that name, and lets it connect. Returns the password of a new role. Refuses a role
 * that reads the tables of records anyway.
 */
export async function ensureReaderRole(
  db: Queries,
  role: string,
  schemas: readonly string[],
): Promise<string | undefined> {
  const [found] = await db.query(findRole, [role])
  if (found?.is_privileged)
    throw new StartError(
      `The role "${role}" can read the tables of the schema cairn: name a role for readers alone.`,
    )
  const password = found ? undefined : await makeRole(db, role, schemas)
  await letIn(db, role)
  return password
}
