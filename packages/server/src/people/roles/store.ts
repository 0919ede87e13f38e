/** The SQL of roles that administrators made. */
import { type Queries, sql } from '../../db/index.ts'
import { isScope } from '../../http/index.ts'
import { ROLE_NAME, type Role } from './role.ts'

export interface RoleRow {
  name: string
  description: string
  scopes: string[]
  rights: string[]
  deidentified: boolean
  assignable: boolean
}

export const roleOf = ({ scopes, ...row }: RoleRow): Role => ({
  ...row,
  scopes: scopes.filter(isScope),
  isBuiltIn: false,
})

/** A role `r` in the row of a person who has it. */
export const ROLE_AS_JSON = `json_build_object('name', r.name, 'description', r.description, 'scopes', r.scopes,
  'rights', r.rights, 'deidentified', r.deidentified, 'assignable', r.assignable)`

const COLUMNS = 'name, description, scopes, rights, deidentified, assignable'

const allRoles = sql<RoleRow>({
  name: 'role.all',
  text: `select ${COLUMNS} from cairn.role order by name`,
})
const roleByName = sql<RoleRow, [name: string]>({
  name: 'role.byName',
  text: `select ${COLUMNS} from cairn.role where name = $1`,
})
const lockedRole = sql<RoleRow, [name: string]>({
  name: 'role.lock',
  text: `select ${COLUMNS} from cairn.role where name = $1 for update`,
})
/** In the order of names, so that two transactions do not wait for each other. */
const sharedRoles = sql<RoleRow, [names: readonly string[]]>({
  name: 'role.share',
  text: `select ${COLUMNS} from cairn.role where name = any ($1) order by name for share`,
})
const insertRole = sql<
  RoleRow,
  [
    name: string,
    description: string,
    scopes: readonly string[],
    rights: readonly string[],
    deidentified: boolean,
    assignable: boolean,
  ]
>({
  name: 'role.insert',
  seals: { kind: 'role', ids: ([id]) => [id] },
  text: `insert into cairn.role (${COLUMNS}) values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning ${COLUMNS}`,
})
const updateRole = sql<
  RoleRow,
  [
    name: string,
    description: string,
    scopes: readonly string[],
    rights: readonly string[],
    deidentified: boolean,
    assignable: boolean,
  ]
>({
  name: 'role.update',
  seals: { kind: 'role', ids: ([id]) => [id] },
  text: `update cairn.role set description = $2, scopes = $3, rights = $4, deidentified = $5, assignable = $6
         where name = $1 returning ${COLUMNS}`,
})
const deleteRole = sql<never, [name: string]>({
  name: 'role.delete',
  seals: { kind: 'role', ids: ([id]) => [id] },
  text: 'delete from cairn.role where name = $1',
})
const countHolders = sql<{ role: string; people: number; assigned: number }>({
  name: 'role.holders',
  text: `select role, count(distinct person_id)::integer as people,
           count(distinct person_id) filter (where is_assigned)::integer as assigned
         from (select person_id, unnest(roles) as role, false as is_assigned from cairn.person
               union all
               select person_id, unnest(assigned_roles), true from cairn.person) held
         group by role`,
})
const LOCK_HOLDERS = `with holder as (
    select person_id from cairn.person where $1 = any (roles) or $1 = any (assigned_roles)
    order by person_id for update)`
/** Every process reads people again whose row has changed. */
const touchHolders = sql<never, [name: string]>({
  name: 'role.touchHolders',
  text: `${LOCK_HOLDERS}
         update cairn.person p set changed_in = pg_current_xact_id() from holder where p.person_id = holder.person_id`,
})
const takeFromHolders = sql<never, [name: string]>({
  name: 'role.takeFromHolders',
  seals: {
    kind: 'person',
    find: 'select person_id as id from cairn.person where $1 = any (roles) or $1 = any (assigned_roles)',
  },
  text: `${LOCK_HOLDERS}
         update cairn.person p
         set roles = array_remove(roles, $1), assigned_roles = array_remove(assigned_roles, $1)
         from holder where p.person_id = holder.person_id`,
})

const firstOf = (rows: readonly RoleRow[]): Role | undefined => rows[0] && roleOf(rows[0])

const valuesOf = ({ name, description, scopes, rights, deidentified, assignable }: Role) =>
  [name, description, scopes, rights, deidentified, assignable] as const

export const listCustomRoles = async (db: Queries): Promise<Role[]> => (await db.query(allRoles)).map(roleOf)

export const findCustomRole = async (db: Queries, name: string): Promise<Role | undefined> =>
  ROLE_NAME.test(name) ? firstOf(await db.query(roleByName, [name])) : undefined

/** Nobody else can change the role, give it or take it until the transaction ends. */
export const lockRole = async (queries: Queries, name: string): Promise<Role | undefined> =>
  ROLE_NAME.test(name) ? firstOf(await queries.query(lockedRole, [name])) : undefined

/** Nobody can change or remove these roles until the transaction ends. */
export const lockRolesShared = async (queries: Queries, names: readonly string[]): Promise<Role[]> =>
  (await queries.query(sharedRoles, [names])).map(roleOf)

/** Undefined when the name is taken. */
export const addRole = async (queries: Queries, role: Role): Promise<Role | undefined> =>
  firstOf(await queries.query(insertRole, [...valuesOf(role)]))

export const putRole = async (queries: Queries, role: Role): Promise<Role | undefined> =>
  firstOf(await queries.query(updateRole, [...valuesOf(role)]))

export const removeRole = (queries: Queries, name: string): Promise<unknown> =>
  queries.execute(deleteRole, [name])

export interface Holders {
  /** People who have the role, in whichever EHRs. */
  readonly people: number
  /** Those of them who have it for assigned EHRs. */
  readonly assigned: number
}

/** By the name of the role; a role that nobody has is left out. */
export const holdersOfRoles = async (db: Queries): Promise<ReadonlyMap<string, Holders>> =>
  new Map((await db.query(countHolders)).map(({ role, people, assigned }) => [role, { people, assigned }]))

export const touchPeopleWith = (queries: Queries, name: string): Promise<unknown> =>
  queries.execute(touchHolders, [name])

export const takeFromPeople = (queries: Queries, name: string): Promise<unknown> =>
  queries.execute(takeFromHolders, [name])
