/** The SQL of accounts, their passwords, recovery codes and invitations. */
import { randomBytes } from 'node:crypto'
import { type Queries, sql } from '../../db/index.ts'
import { isAssignableRole, isRole, type Person, type Role } from './person.ts'

interface PersonRow {
  person_id: string
  name: string
  email: string | null
  roles: string[]
  assigned_roles: string[]
  taken: readonly { assignment_id: string; ehr_id: string; ends_at: number }[] | null
  provider: string | null
  user_handle: Buffer
  disabled_at: Date | null
  created_at: Date
}

const personOf = (row: PersonRow): Person => ({
  personId: row.person_id,
  name: row.name,
  email: row.email ?? undefined,
  roles: row.roles.filter(isRole),
  assignedRoles: row.assigned_roles.filter(isAssignableRole),
  takenAccess: (row.taken ?? []).map(each => ({
    assignmentId: each.assignment_id,
    ehrId: each.ehr_id,
    endsAt: each.ends_at,
  })),
  provider: row.provider ?? undefined,
  userHandle: row.user_handle,
  disabled: row.disabled_at !== null,
  createdAt: row.created_at,
})

const COLUMNS = `person_id, name, email, roles, assigned_roles, provider, user_handle, disabled_at, created_at,
  (select json_agg(json_build_object('assignment_id', a.assignment_id, 'ehr_id', a.ehr_id,
     'ends_at', floor(extract(epoch from a.ends_at) * 1000)))
   from cairn.assignment a
   where a.person_id = person.person_id and a.kind = 'break_glass' and a.ends_at > now()) as taken`

const allPeople = sql<PersonRow>({
  name: 'person.all',
  text: `select ${COLUMNS} from cairn.person order by person_id`,
})
const personById = sql<PersonRow, [personId: string]>({
  name: 'person.byId',
  text: `select ${COLUMNS} from cairn.person where person_id = $1`,
})
const lockedPerson = sql<PersonRow, [personId: string]>({
  name: 'person.lock',
  text: `select ${COLUMNS} from cairn.person where person_id = $1 for update`,
})
const personByHandle = sql<PersonRow, [handle: Buffer]>({
  name: 'person.byHandle',
  text: `select ${COLUMNS} from cairn.person where user_handle = $1`,
})
const personBySubject = sql<PersonRow, [provider: string, subject: string]>({
  name: 'person.bySubject',
  text: `select ${COLUMNS} from cairn.person where provider = $1 and subject = $2`,
})
const timeNow = sql<{ now: Date }>({ name: 'person.now', text: 'select now() as now' })
// A change becomes visible some time after its `changed_at`, so the last ten seconds are read again.
const changedSince = sql<PersonRow, [since: Date]>({
  name: 'person.changedSince',
  text: `select ${COLUMNS} from cairn.person where changed_at > $1::timestamptz - interval '10 seconds'`,
})
const insertPerson = sql<
  PersonRow,
  [
    personId: string,
    name: string,
    email: string | null,
    roles: readonly Role[],
    provider: string | null,
    subject: string | null,
    handle: Buffer,
    assignedRoles: readonly Role[],
  ]
>({
  name: 'person.insert',
  text: `insert into cairn.person (person_id, name, email, roles, provider, subject, user_handle, assigned_roles)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning ${COLUMNS}`,
})
const updatePerson = sql<
  PersonRow,
  [
    personId: string,
    name: string,
    email: string | null,
    roles: readonly Role[],
    disabled: boolean,
    assignedRoles: readonly Role[],
  ]
>({
  name: 'person.update',
  text: `update cairn.person
         set name = $2, email = $3, roles = $4, assigned_roles = $6, disabled_at = case when $5 then coalesce(disabled_at, now()) end,
           changed_at = clock_timestamp()
         where person_id = $1 returning ${COLUMNS}`,
})
const countPeople = sql<{ count: number }>({
  name: 'person.count',
  text: 'select count(*)::integer as count from cairn.person',
})
const passwordOf = sql<{ hash: string }, [personId: string]>({
  name: 'person.password',
  text: 'select hash from cairn.person_password where person_id = $1',
})
const upsertPassword = sql<never, [personId: string, hash: string]>({
  name: 'person.putPassword',
  text: `insert into cairn.person_password (person_id, hash) values ($1, $2)
         on conflict (person_id) do update set hash = excluded.hash, changed_at = now()`,
})
const dropCodes = sql<never, [personId: string]>({
  name: 'person.dropCodes',
  text: 'delete from cairn.recovery_code where person_id = $1',
})
const insertCodes = sql<never, [personId: string, macs: readonly Buffer[]]>({
  name: 'person.addCodes',
  text: 'insert into cairn.recovery_code (person_id, mac) select $1, unnest($2::bytea[])',
})
const useCode = sql<never, [personId: string, mac: Buffer]>({
  name: 'person.useCode',
  text: 'delete from cairn.recovery_code where person_id = $1 and mac = $2',
})
const countCodes = sql<{ count: number }, [personId: string]>({
  name: 'person.countCodes',
  text: 'select count(*)::integer as count from cairn.recovery_code where person_id = $1',
})
const insertInvitation = sql<never, [mac: Buffer, personId: string | null, expiresAt: Date]>({
  name: 'invitation.add',
  text: 'insert into cairn.invitation (mac, person_id, expires_at) values ($1, $2, $3)',
})
const dropInvitations = sql<never, [personId: string | null]>({
  name: 'invitation.drop',
  text: 'delete from cairn.invitation where person_id is not distinct from $1 and used_at is null',
})
const openInvitation = sql<{ person_id: string | null }, [mac: Buffer, now: Date]>({
  name: 'invitation.open',
  text: 'select person_id from cairn.invitation where mac = $1 and used_at is null and expires_at > $2',
})
const takeInvitation = sql<{ person_id: string | null }, [mac: Buffer, now: Date]>({
  name: 'invitation.use',
  text: `update cairn.invitation set used_at = $2 where mac = $1 and used_at is null and expires_at > $2
         returning person_id`,
})

const firstOf = (rows: readonly PersonRow[]): Person | undefined => rows[0] && personOf(rows[0])

export const listPeople = async (db: Queries): Promise<Person[]> => (await db.query(allPeople)).map(personOf)

export const findPerson = async (db: Queries, personId: string): Promise<Person | undefined> =>
  firstOf(await db.query(personById, [personId]))

export const findLockedPerson = async (db: Queries, personId: string): Promise<Person | undefined> =>
  firstOf(await db.query(lockedPerson, [personId]))

export const findByHandle = async (db: Queries, handle: Buffer): Promise<Person | undefined> =>
  firstOf(await db.query(personByHandle, [handle]))

export const findBySubject = async (
  db: Queries,
  provider: string,
  subject: string,
): Promise<Person | undefined> => firstOf(await db.query(personBySubject, [provider, subject]))

/** Returns the people who changed since a time, and the time to pass in the next call. */
export async function changedPeople(db: Queries, since: Date): Promise<{ people: Person[]; asked: Date }> {
  const [row] = await db.query(timeNow)
  const rows = await db.query(changedSince, [since])
  return { people: rows.map(personOf), asked: row?.now ?? since }
}

export interface NewPerson {
  readonly personId: string
  readonly name: string
  readonly email?: string | undefined
  readonly roles: readonly Role[]
  readonly assignedRoles?: readonly Role[] | undefined
  readonly provider?: string | undefined
  readonly subject?: string | undefined
  /** Made up when left out. */
  readonly userHandle?: Buffer | undefined
}

/** Undefined when the id is taken. */
export async function addPerson(db: Queries, person: NewPerson): Promise<Person | undefined> {
  const { personId, name, email = null, roles, provider = null, subject = null } = person
  const { userHandle = randomBytes(32), assignedRoles = [] } = person
  return firstOf(
    await db.query(insertPerson, [
      personId,
      name,
      email,
      roles,
      provider,
      subject,
      userHandle,
      assignedRoles,
    ]),
  )
}

export async function putPerson(db: Queries, person: Person): Promise<Person | undefined> {
  const { personId, name, email = null, roles, assignedRoles, disabled } = person
  return firstOf(await db.query(updatePerson, [personId, name, email, roles, disabled, assignedRoles]))
}

export const hasPeople = async (db: Queries): Promise<boolean> =>
  ((await db.query(countPeople))[0]?.count ?? 0) > 0

export const findPasswordHash = async (db: Queries, personId: string): Promise<string | undefined> =>
  (await db.query(passwordOf, [personId]))[0]?.hash

export const putPasswordHash = (db: Queries, personId: string, hash: string): Promise<unknown> =>
  db.execute(upsertPassword, [personId, hash])

export async function putRecoveryMacs(
  queries: Queries,
  personId: string,
  macs: readonly Buffer[],
): Promise<void> {
  await queries.execute(dropCodes, [personId])
  await queries.execute(insertCodes, [personId, macs])
}

/** True if the code was there; it is gone then. */
export const takeRecoveryMac = async (db: Queries, personId: string, mac: Buffer): Promise<boolean> =>
  (await db.execute(useCode, [personId, mac])) > 0

export const countRecoveryCodes = async (db: Queries, personId: string): Promise<number> =>
  (await db.query(countCodes, [personId]))[0]?.count ?? 0

/** Replaces the links that the person has not used. Call it in a transaction. */
export async function putInvitation(
  queries: Queries,
  mac: Buffer,
  personId: string | undefined,
  expiresAt: Date,
): Promise<void> {
  await queries.execute(dropInvitations, [personId ?? null])
  await queries.execute(insertInvitation, [mac, personId ?? null, expiresAt])
}

export interface OpenInvitation {
  readonly personId: string | undefined
}

export async function findInvitation(
  db: Queries,
  mac: Buffer,
  now: Date,
): Promise<OpenInvitation | undefined> {
  const [row] = await db.query(openInvitation, [mac, now])
  return row && { personId: row.person_id ?? undefined }
}

/** Marks a link as used; undefined if it cannot be used, or not any more. */
export async function useInvitation(
  queries: Queries,
  mac: Buffer,
  now: Date,
): Promise<OpenInvitation | undefined> {
  const [row] = await queries.query(takeInvitation, [mac, now])
  return row && { personId: row.person_id ?? undefined }
}
