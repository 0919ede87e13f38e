/** The types of events of the change feed. */
import type { Subscription } from '@cairn-ehr/client'

export type EventType = NonNullable<Subscription['filter']['type']>[number]

/** The part of a type before its dot, which stands for all types that begin with it. */
type EventGroup = Exclude<EventType, `${string}.${string}`>

type ChangeOf<Group extends string> =
  Extract<EventType, `${Group}.${string}`> extends `${Group}.${infer Change}` ? Change : never

const VERSIONED = ['created', 'updated', 'deleted', 'attested'] as const

const CHANGES = {
  ehr: ['created', 'merged', 'erased'],
  status: VERSIONED,
  access: VERSIONED,
  composition: [...VERSIONED, 'erased'],
  directory: [...VERSIONED, 'erased'],
  episode: [...VERSIONED, 'erased'],
  contribution: ['committed'],
  tags: ['changed'],
  template: ['created', 'updated', 'deleted'],
  query: ['created', 'deleted'],
  datamap: ['created', 'updated', 'deleted'],
  person: [...VERSIONED, 'merged', 'separated'],
  organisation: VERSIONED,
  group: VERSIONED,
  agent: VERSIONED,
  role: VERSIONED,
} as const satisfies { readonly [Group in EventGroup]: readonly ChangeOf<Group>[] }

/** A group, followed by its types: the order of a list to choose from. */
export const EVENT_TYPES: readonly EventType[] = Object.entries(CHANGES).flatMap(([group, changes]) => [
  group as EventGroup,
  ...changes.map(change => `${group}.${change}` as EventType),
])

export const isEventType = (text: string): text is EventType =>
  (EVENT_TYPES as readonly string[]).includes(text)
