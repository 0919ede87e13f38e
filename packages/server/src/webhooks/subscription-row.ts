/** Subscriptions as the database has them: secrets are sealed. */
import type { ParameterValues } from '@cairn-ehr/openehr/aql'
import type { Cursor, FilterValues } from '../events/index.ts'
import type { Vault } from '../seals/index.ts'
import type { ReceiverAuth, Signing, Subscription } from './subscription.ts'

export interface SubscriptionRow {
  subscription_id: string
  name: string
  url: string
  client_id: string
  person_id: string | null
  scopes: string[] | null
  grant_id: string | null
  filter: FilterValues
  q: string | null
  query_parameters: ParameterValues | null
  with_content: boolean
  batch_size: number
  signing: Signing
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
  receiver_auth: Buffer | null
  paused_at: Date | null
  pause_reason: string | null
  position: number | null
  part: number | null
  mark: string | null
  attempts: number
  failing_since: Date | null
  next_at: Date
  created_at: Date
  lanes: number
}

/** A previous secret is worth nothing after its time. */
export const COLUMNS = `s.subscription_id, s.name, s.url, s.client_id, s.person_id, s.scopes, s.grant_id, s.filter, s.q, s.query_parameters, s.with_content,
  s.batch_size, s.signing, s.secret, case when s.previous_until > now() then s.previous_secret end as previous_secret,
  case when s.previous_until > now() then s.previous_until end as previous_until, s.receiver_auth, s.paused_at,
  s.pause_reason, s.position, s.part, s.mark, s.attempts, s.failing_since, s.next_at, s.created_at,
  (select count(*)::integer from cairn.subscription_lane l where l.subscription_id = s.subscription_id) as lanes`

export type Unsealing = Pick<Vault, 'seal' | 'unseal'>

export const sealText = (vault: Unsealing, text: string): Buffer => vault.seal(Buffer.from(text))

const unsealText = (vault: Unsealing, sealed: Buffer): string => vault.unseal(sealed).toString()

/** Null columns are absent members. */
const some = <T>(value: T | null): T | undefined => value ?? undefined

const placeOf = ({ position, part, mark }: SubscriptionRow): Cursor | undefined =>
  position === null ? undefined : { position, part: some(part), mark: mark ?? '' }

export const subscriptionOf = (vault: Unsealing, row: SubscriptionRow): Subscription => ({
  id: row.subscription_id,
  name: row.name,
  url: row.url,
  owner: {
    clientId: row.client_id,
    personId: some(row.person_id),
    scopes: some(row.scopes),
    grantId: some(row.grant_id),
  },
  filter: row.filter,
  query: row.q === null ? undefined : { q: row.q, parameters: row.query_parameters ?? {} },
  withContent: row.with_content,
  batchSize: row.batch_size,
  signing: row.signing,
  secret: unsealText(vault, row.secret),
  previousSecret: row.previous_secret === null ? undefined : unsealText(vault, row.previous_secret),
  previousUntil: some(row.previous_until),
  receiverAuth:
    row.receiver_auth === null
      ? undefined
      : (JSON.parse(unsealText(vault, row.receiver_auth)) as ReceiverAuth),
  pausedAt: some(row.paused_at),
  pauseReason: some(row.pause_reason),
  place: placeOf(row),
  attempts: row.attempts,
  failingSince: some(row.failing_since),
  nextAt: row.next_at,
  createdAt: row.created_at,
  lanes: row.lanes,
})
