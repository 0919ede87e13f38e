/**
 * Rights of the database roles: an owner that migrates, a role that serves requests and owns nothing, a role that reads records for reports, and one that
 * reads people and other parties: no role for reports has both. The role that serves cannot change the audit trail, seals or the list of migrations.
 */
import pg from 'pg'
import { withoutData } from './database-error.ts'
import { lockSchema } from './schema-lock.ts'
import { StartError } from './start-error.ts'

/** The server adds to these and never changes them; months are removed by the owner. */
const APPEND_ONLY = ['audit_trail', 'audit_old_event', 'audit_act', 'audit_actor', 'audit_seal', 'state_seal']

/** Written by migrations alone. */
const READ_ONLY = ['migration', 'distribution']

/** Definitions and dictionaries, which documents are read with. */
const DEFINITIONS = ['document_preset', 'shared_leaves', 'archetype', 'archetype_path', 'path', 'template']

/** Tables for reports: records, their index and definitions. All others have secrets, accounts or state of the server. */
const REPORTED = [
  'ehr',
  'ehr_subject',
  'contribution',
  'versioned_object',
  'version',
  'finding',
  'item_tag',
  'episode',
  'root',
  ...DEFINITIONS,
  'stored_query',
  'datamap',
]

const inSchema = (tables: readonly string[]): string => tables.map(table => `cairn.${table}`).join(', ')

type Grants = (role: string) => readonly string[]

const grantsOfService: Grants = role => [
  `grant usage on schema cairn to ${role}`,
  `grant select, insert, update, delete on all tables in schema cairn to ${role}`,
  `grant usage, select, update on all sequences in schema cairn to ${role}`,
  `grant execute on all functions in schema cairn to ${role}`,
  `grant usage on schema cairn_party to ${role}`,
  `grant select, insert, update, delete on all tables in schema cairn_party to ${role}`,
  `grant usage, select, update on all sequences in schema cairn_party to ${role}`,
  `revoke update, delete, truncate on ${inSchema(APPEND_ONLY)} from ${role}`,
  `revoke insert, update, delete, truncate on ${inSchema(READ_ONLY)} from ${role}`,
]

const grantsOfReport: Grants = role => [
  `grant usage on schema cairn to ${role}`,
  `revoke all on all tables in schema cairn from ${role}`,
  `revoke all on all tables in schema cairn_party from ${role}`,
  `grant select on ${inSchema(REPORTED)} to ${role}`,
  `alter role ${role} set default_transaction_read_only to on`,
]

const grantsOfPeople: Grants = role => [
  `revoke all on all tables in schema cairn from ${role}`,
  `grant usage on schema cairn, cairn_party to ${role}`,
  `grant select on ${inSchema(DEFINITIONS)} to ${role}`,
  `grant select on all tables in schema cairn_party to ${role}`,
  `alter role ${role} set default_transaction_read_only to on`,
]

const GRANTS = { service: grantsOfService, report: grantsOfReport, people: grantsOfPeople }

type DatabaseRole = keyof typeof GRANTS

export const isDatabaseRole = (text: string | undefined): text is DatabaseRole =>
  text !== undefined && Object.hasOwn(GRANTS, text)

/** Partitions of the audit trail have rights of their own. */
const PARTITIONS = `select format('%I.%I', n.nspname, c.relname) as name from pg_inherits i
  join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
  where i.inhparent = 'cairn.audit_trail'::regclass`

/** PostgreSQL only warns of a grant by a role that may not make it. */
async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select pg_has_role(nspowner, 'usage') as owns from pg_namespace where nspname = 'cairn'`,
  )
  if (!rows[0]?.owns)
    throw new StartError(
      'Only the role that owns the schema cairn can give rights: set CAIRN_DATABASE_OWNER_URL to a connection as that role.',
    )
}

async function apply(client: pg.Client, kind: DatabaseRole, name: string): Promise<void> {
  const role = pg.escapeIdentifier(name)
  const { rows } = await client.query<{ name: string }>(PARTITIONS)
  await client.query('begin')
  for (const statement of GRANTS[kind](role)) await client.query(statement)
  for (const partition of rows)
    await client.query(`revoke update, delete, truncate on ${partition.name} from ${role}`)
  await client.query('commit')
}

/** Gives a role its rights, and takes those away that it must not have; safe to repeat. `ownerUrl`: a connection as the owner of the schema. */
export async function grantRights(ownerUrl: string, kind: DatabaseRole, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'cairn roles' })
  client.on('error', () => {})
  try {
    await client.connect()
    await lockSchema(client)
    await refuseOthers(client)
    await apply(client, kind, role)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { message } = withoutData(error, 'grant')
    throw new StartError(`The role "${role}" could not be given its rights. ${message}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The role that an address of a database names. */
export const roleIn = (url: string): string => decodeURIComponent(new URL(url).username)
