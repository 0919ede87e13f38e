/** Keeps the installation from losing its last administrator, after whom nobody could give the right back over HTTP. */
import { type Queries, sql } from '../../db/index.ts'
import { BUILT_IN_ROLES } from '../../people/roles/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { lockInstance } from '../instance-store.ts'
import type { Client } from './client.ts'

const administrators = sql<{ count: number }, [builtInRoles: readonly string[]]>({
  name: 'client.administrators',
  text: `select (
           select count(*) from cairn.client
           where 'api.admin' = any (scopes) and kind = 'backend' and disabled_at is null and deleted_at is null
         )::integer + (
           select count(*) from cairn.person
           where disabled_at is null and roles && array(
             select name from cairn.role where 'api.admin' = any (scopes) union all select unnest($1::text[]))
         )::integer as count`,
})

const BUILT_IN_ADMINISTRATORS = BUILT_IN_ROLES.flatMap(({ name, scopes }) =>
  scopes.includes('api.admin') ? [name] : [],
)

export const isAdministrator = ({ kind, scopes, disabled }: Client): boolean =>
  kind === 'backend' && !disabled && scopes.includes('api.admin')

/** Called at the end of a change, in its transaction: with a refusal nothing is changed. Of two changes at once, one waits for the other. */
export async function refuseLastAdministrator(queries: Queries): Promise<void> {
  await lockInstance(queries)
  const [row] = await queries.query(administrators, [BUILT_IN_ADMINISTRATORS])
  if ((row?.count ?? 0) > 0) return
  throw new Refusal(
    'client.last_administrator',
    'After this, nobody could administer the service: give another client or person that right first.',
  )
}
