/** The SQL of accounts, their passwords, recovery codes and invitations. */
import { randomBytes } from 'node:crypto'
import { type ChangePosition, changedSince, type Queries, readChangePosition, sql } from '../../db/index.ts'
import { builtInRole } from '../roles/role.ts'
import { ROLE_AS_JSON, type RoleRow, roleOf } from '../roles/store.ts'
import { takeCallerName } from './caller-name.ts'
import type { Person } from './person.ts'

interface PersonRow {
  person_id: string
  name: string
  email: string | null
  fhir_user: string | null
  roles: string[]
  assigned_roles: string[]
  custom_roles: readonly RoleRow[] | null
  taken: readonly { assignment_id: string; ehr_id: string; ends_at: number }[] | null
  provider: string | null
  user_handle: Buffer
  has_totp: boolean
  has_passkey: boolean
  disabled_at: Date | null
  created_at: Date
}

function personOf(row: PersonRow): Person {
  const customRoles = (row.custom_roles ?? []).map(roleOf)
  const known = (name: string) => builtInRole(name) ?? customRoles.find(role => role.name === name)
  return {
    personId: row.person_id,
    name: row.name,
    email: row.email ?? undefined,
    fhirUser: row.fhir_user ?? undefined,
    roles: row.roles.filter(name => known(name) !== undefined),
    assignedRoles: row.assigned_roles.filter(name => known(name)?.assignable),
    customRoles,
    takenAccess: (row.taken ?? []).map(each => ({
      assignmentId: each.assignment_id,
      ehrId: each.ehr_id,
      endsAt: each.ends_at,
    })),
    provider: row.provider ?? undefined,
    userHandle: row.user_handle,
    hasTotp: row.has_totp,
    hasPasskey: row.has_passkey,
    disabled: row.disabled_at !== null,
    createdAt: row.created_at,
  }
}

const COLUMNS = `person_id, name, email, fhir_user, roles, assigned_roles, provider, user_handle, disabled_at, created_at,
  exists (select from cairn.totp t where t.person_id = person.person_id) as has_totp,
  exists (select from cairn.passkey k where k.person_id = person.person_id) as has_passkey,
  (select json_agg(json_build_object('assignment_id', a.assignment_id, 'ehr_id', a.ehr_id,
     'ends_at', floor(extract(epoch from a.ends_at) * 1000)))
   from cairn.assignment a
   where a.person_id = person.person_id and a.kind = 'break_glass' and a.ends_at > now()) as taken,
  (select json_agg(${ROLE_AS_JSON} order by r.name) from cairn.role r
   where r.name = any (person.roles || person.assigned_roles)) as custom_roles`

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
const peopleChangedSince = sql<PersonRow, [since: ChangePosition]>({
  name: 'person.changedSince',
  text: `select ${COLUMNS} from cairn.person where ${changedSince('$1')}`,
})
const insertPerson = sql<
  PersonRow,
  [
    personId: string,
    name: string,
    email: string | null,
    roles: readonly string[],
    provider: string | null,
    subject: string | null,
    handle: Buffer,
    assignedRoles: readonly string[],
    fhirUser: string | null,
  ]
>({
  name: 'person.insert',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: `${takeCallerName('person')}
         insert into cairn.person (person_id, name, email, roles, provider, subject, user_handle, assigned_roles, fhir_user)
         select $1, $2, $3, $4::text[], $5, $6, $7::bytea, $8::text[], $9 from taken on conflict do nothing returning ${COLUMNS}`,
})
const updatePerson = sql<
  PersonRow,
  [
    personId: string,
    name: string,
    email: string | null,
    roles: readonly string[],
    disabled: boolean,
    assignedRoles: readonly string[],
    fhirUser: string | null,
  ]
>({
  name: 'person.update',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: `update cairn.person
         set name = $2, email = $3, roles = $4, assigned_roles = $6, fhir_user = $7,
           disabled_at = case when $5 then coalesce(disabled_at, now()) end
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
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: `insert into cairn.person_password (person_id, hash) values ($1, $2)
         on conflict (person_id) do update set hash = excluded.hash, changed_at = now()`,
})
const dropPassword = sql<never, [personId: string]>({
  name: 'person.dropPassword',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: 'delete from cairn.person_password where person_id = $1',
})
const dropCodes = sql<never, [personId: string]>({
  name: 'person.dropCodes',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: 'delete from cairn.recovery_code where person_id = $1',
})
const insertCodes = sql<never, [personId: string, macs: readonly Buffer[]]>({
  name: 'person.addCodes',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: 'insert into cairn.recovery_code (person_id, mac) select $1, unnest($2::bytea[])',
})
const useCode = sql<never, [personId: string, mac: Buffer]>({
  name: 'person.useCode',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: 'delete from cairn.recovery_code where person_id = $1 and mac = $2',
})
const countCodes = sql<{ count: number }, [personId: string]>({
  name: 'person.countCodes',
  text: 'select count(*)::integer as count from cairn.recovery_code where person_id = $1',
})
const insertInvitation = sql<never, [mac: Buffer, personId: string | null, expiresAt: Date]>({
  name: 'invitation.add',
  seals: { kind: 'person', ids: ([, personId]) => (personId === null ? [] : [personId]) },
  text: 'insert into cairn.invitation (mac, person_id, expires_at) values ($1, $2, $3)',
})
const dropInvitations = sql<never, [personId: string | null]>({
  name: 'invitation.drop',
  seals: { kind: 'person', ids: ([personId]) => (personId === null ? [] : [personId]) },
  text: 'delete from cairn.invitation where person_id is not distinct from $1 and used_at is null',
})
const invitationOfPerson = sql<{ expires_at: Date }, [personId: string, now: Date]>({
  name: 'invitation.ofPerson',
  text: 'select expires_at from cairn.invitation where person_id = $1 and used_at is null and expires_at > $2',
})
const openInvitation = sql<{ person_id: string | null }, [mac: Buffer, now: Date]>({
  name: 'invitation.open',
  text: 'select person_id from cairn.invitation where mac = $1 and used_at is null and expires_at > $2',
})
const takeInvitation = sql<{ person_id: string | null }, [mac: Buffer, now: Date]>({
  name: 'invitation.use',
  seals: {
    kind: 'person',
    find: 'select person_id as id from cairn.invitation where mac = $1 and expires_at > $2',
  },
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

/** Returns the people who changed since a position, and the position to pass in the next call. */
export async function changedPeople(
  db: Queries,
  since: ChangePosition,
): Promise<{ people: Person[]; position: ChangePosition }> {
  const position = await readChangePosition(db)
  return { people: (await db.query(peopleChangedSince, [since])).map(personOf), position }
}

export interface NewPerson {
  readonly personId: string
  readonly name: string
  readonly email?: string | undefined
  readonly fhirUser?: string | undefined
  readonly roles: readonly string[]
  readonly assignedRoles?: readonly string[] | undefined
  readonly provider?: string | undefined
  readonly subject?: string | undefined
  /** Made up when left out. */
  readonly userHandle?: Buffer | undefined
}

/** Undefined when the id is taken. */
export async function addPerson(db: Queries, person: NewPerson): Promise<Person | undefined> {
  const { personId, name, email = null, roles, provider = null, subject = null } = person
  const { userHandle = randomBytes(32), assignedRoles = [], fhirUser = null } = person
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
      fhirUser,
    ]),
  )
}

export async function putPerson(db: Queries, person: Person): Promise<Person | undefined> {
  const { personId, name, email = null, roles, assignedRoles, disabled, fhirUser = null } = person
  const values = [personId, name, email, roles, disabled, assignedRoles, fhirUser] as const
  return firstOf(await db.query(updatePerson, [...values]))
}

export const hasPeople = async (db: Queries): Promise<boolean> =>
  ((await db.query(countPeople))[0]?.count ?? 0) > 0

export const findPasswordHash = async (db: Queries, personId: string): Promise<string | undefined> =>
  (await db.query(passwordOf, [personId]))[0]?.hash

export const putPasswordHash = (db: Queries, personId: string, hash: string): Promise<unknown> =>
  db.execute(upsertPassword, [personId, hash])

/** Passwords and recovery codes of before, which a new invitation ends. */
export async function dropPasswordAndCodes(queries: Queries, personId: string): Promise<void> {
  await queries.execute(dropPassword, [personId])
  await queries.execute(dropCodes, [personId])
}

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

/** The end of the link that the person has not used yet. */
export const findOpenInvitation = async (
  db: Queries,
  personId: string,
  now: Date,
): Promise<Date | undefined> => (await db.query(invitationOfPerson, [personId, now]))[0]?.expires_at

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

const dropDrafts = sql<never, [personId: string]>({
  name: 'person.dropDrafts',
  text: 'delete from cairn.draft where person_id = $1',
})

/** Nobody else may read what a person began to write. */
export const removeDraftsOf = (queries: Queries, personId: string): Promise<number> =>
  queries.execute(dropDrafts, [personId])
