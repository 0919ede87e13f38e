/** Keys of operators: random, shown once, kept as a digest in the registry. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Queries, StartError, sql } from '../../db/index.ts'
import { newSecret } from '../../seals/index.ts'
import { operatorNameIn } from '../tenant.ts'

export interface Operator {
  readonly operatorId: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

const OPERATOR = `operator_id as "operatorId", created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt"`

const all = sql<Operator>({
  name: 'operator.all',
  text: `select ${OPERATOR} from cairn_tenants.operator order by operator_id`,
})

export const listOperators = (queries: Queries): Promise<readonly Operator[]> => queries.query(all)

const insert = sql<Operator, [id: string, digest: Buffer, days: number | null]>({
  name: 'operator.insert',
  text: `insert into cairn_tenants.operator (operator_id, key_digest, expires_at)
    values ($1, $2, now() + make_interval(days => $3::integer)) on conflict do nothing returning ${OPERATOR}`,
})

const revoke = sql<Operator, [id: string]>({
  name: 'operator.revoke',
  text: `update cairn_tenants.operator set revoked_at = coalesce(revoked_at, now()) where operator_id = $1 returning ${OPERATOR}`,
})

const live = sql<{ digest: Buffer }, [id: string]>({
  name: 'operator.live',
  text: `select key_digest as digest from cairn_tenants.operator
    where operator_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
})

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Returns the key, which is shown this once. A name is used once, so that the list of requests names one holder. */
export async function createOperator(queries: Queries, id: string, days: number | null): Promise<string> {
  const operatorId = operatorNameIn(id)
  const key = `${operatorId}.${newSecret()}`
  if ((await queries.query(insert, [operatorId, digestOf(key), days])).length === 0)
    throw new StartError(`There is an operator "${operatorId}" already: give the new key another name.`)
  return key
}

export async function revokeOperator(queries: Queries, operatorId: string): Promise<void> {
  if ((await queries.query(revoke, [operatorId])).length === 0)
    throw new StartError(`There is no operator "${operatorId}": "cairn tenant operator" lists them.`)
}

/** The operator whose key it is; undefined for a key that is unknown, revoked or too old. */
export async function operatorOf(queries: Queries, key: string): Promise<string | undefined> {
  const operatorId = /^([a-z0-9-]{1,32})\.[\w-]{43}$/.exec(key)?.[1]
  if (operatorId === undefined) return undefined
  const [found] = await queries.query(live, [operatorId])
  return found && timingSafeEqual(found.digest, digestOf(key)) ? operatorId : undefined
}
