/** The state of a subscription, and how far it is behind the feed. */
import type { Subscription } from '@cairn-ehr/client'

export type SubscriptionState = 'active' | 'failing' | 'paused'

/** `failing`: the receiver takes nothing, or did not take the next event of an EHR. */
export function stateOf({ active, failing_since, waiting_ehrs = 0 }: Subscription): SubscriptionState {
  if (!active) return 'paused'
  return failing_since === undefined && waiting_ehrs === 0 ? 'active' : 'failing'
}

/** A cursor begins with the position of its change; the beginning of the feed has none. */
const positionIn = (cursor: string): number => Number(/^\d+/.exec(cursor)?.[0] ?? 0)

/** Changes between the place of a subscription and the end of the feed. */
export const lagOf = ({ position = 'start' }: Subscription, head: string): number =>
  Math.max(0, positionIn(head) - positionIn(position))

/** The members of a filter that have values, in the order of the form. */
const MEMBERS = ['type', 'template_id', 'archetype_id', 'ehr_id', 'tag'] as const

export type FilterMember = (typeof MEMBERS)[number]

export const filterParts = (filter: Subscription['filter']): readonly (readonly [FilterMember, string])[] =>
  MEMBERS.flatMap(member => {
    const values = filter[member] ?? []
    return values.length === 0 ? [] : [[member, values.join(', ')] as const]
  })

interface Reader {
  readonly kind: 'person' | 'client'
  readonly id: string
}

/** Administrators see the subscriptions of others, and can pause, resume and delete them. */
export const isOwn = ({ client_id, person }: Subscription, { kind, id }: Reader): boolean =>
  kind === 'person' ? person === id : person === undefined && client_id === id
