/** The value at the end of a path, to compare and to show: for each place, the leaf that holds it. */
import { baseType } from '@cairn-ehr/openehr/rm'
import { coalesce } from '../../../relation/expressions/index.ts'
import type { Fragment } from '../../../relation/index.ts'
import { type Entries, NUMBER, NUMBER_ATTRIBUTE, type PathEntry } from '../../../roots/index.ts'
import type { Kind, Operand } from '../../sql/operand.ts'
import { NULL_JSON, NULL_TEXT } from '../../sql/scalars.ts'
import { entriesAt, leafBelow, type Place, primitiveType } from '../dictionary/follow.ts'
import { isNodeArchetype } from '../dictionary/nodes.ts'
import { notPushed } from '../not-pushed.ts'

/** Reads the leaves of one item. */
export interface Leaves {
  /** jsonb. */
  readonly json: (entry: PathEntry) => Fragment
  readonly text: (entry: PathEntry) => Fragment
}

interface Way {
  readonly kind: Kind
  /** Absent of a primitive. */
  readonly type: string | undefined
  readonly key: PathEntry | undefined
  readonly string: PathEntry | undefined
  readonly place: Place
}

const TEMPORAL: Readonly<Record<string, Kind>> = {
  DV_DATE: 'dateTime',
  DV_DATE_TIME: 'dateTime',
  DV_TIME: 'time',
  DV_DURATION: 'duration',
}

const PRIMITIVES: Readonly<Record<string, Kind>> = {
  String: 'text',
  Character: 'text',
  Integer: 'number',
  Integer64: 'number',
  Real: 'number',
  Double: 'number',
  Boolean: 'boolean',
}

export const primitiveKind = (type: string): Kind | undefined =>
  PRIMITIVES[type] ?? (type.startsWith('Iso8601') ? 'text' : undefined)

export const temporalKind = (type: string): Kind | undefined => TEMPORAL[type]

const waysOf = (places: readonly Place[], entries: Entries): readonly Way[] =>
  places.map(place => (place.step.type === undefined ? primitive(place, entries) : object(place)))

/** `value` of a date, time or duration is compared as what it denotes, by the number beside it. */
function primitive(place: Place, entries: Entries): Way {
  const [entry] = entriesAt(place)
  const type = primitiveType(place)
  const [owner = ''] = place.owners
  const temporal = place.step.attribute === 'value' ? temporalKind(owner) : undefined
  const kind = temporal ?? primitiveKind(type ?? '')
  if (kind === undefined) return notPushed(`the type of ${place.text} is not known`)
  const key = temporal ? numberLeaf(place, entries) : entry
  return { kind, type: undefined, key, string: entry, place }
}

/** Paths from a node inside an archetype are not in the dictionary, but under what stands for all places of the node. */
function numberLeaf(place: Place, entries: Entries): PathEntry | undefined {
  const text = place.text.replace(/value$/, NUMBER)
  const [first] = place.branches
  if (!first || !isNodeArchetype(first.archetype)) return entries.path(text)
  for (const entry of first.archetype.paths.keys()) if (entry.text === text) return entry
  return undefined
}

function object(place: Place): Way {
  const type = baseType(place.step.type ?? '')
  const attribute = NUMBER_ATTRIBUTE[type]
  if (attribute === undefined) return { kind: 'object', type, key: undefined, string: undefined, place }
  const kind = temporalKind(type)
  return {
    kind: kind ?? 'number',
    type,
    key: leafBelow(place, attribute),
    string: kind && leafBelow(place, 'value'),
    place,
  }
}

/** The leaf that values are compared by, at each place. */
export const keysAt = (
  places: readonly Place[],
  entries: Entries,
): readonly { readonly kind: Kind; readonly entry: PathEntry | undefined }[] =>
  waysOf(places, entries).map(({ kind, key }) => ({ kind, entry: key }))

/** `uid` says whether the value belongs to an attribute of that name, where bare object ids are understood. */
export function operandAt(places: readonly Place[], leaves: Leaves, entries: Entries, uid: boolean): Operand {
  const ways = waysOf(places, entries)
  const of = (kind: Kind) => ways.filter(way => way.kind === kind)
  const read = (found: readonly (PathEntry | undefined)[], as: keyof Leaves) =>
    coalesce(
      found.filter(entry => entry !== undefined).map(entry => leaves[as](entry)),
      as === 'json' ? NULL_JSON : NULL_TEXT,
    )
  const primitives = ways.every(way => way.type === undefined)
  return {
    kinds: new Set(ways.map(way => way.kind)),
    classes: new Set(ways.flatMap(({ type }) => (type === undefined ? [] : [type]))),
    isUid: uid || places.some(place => place.owners.has('OBJECT_VERSION_ID')),
    key: kind =>
      read(
        of(kind).map(way => way.key),
        kind === 'text' ? 'text' : 'json',
      ),
    string: kind =>
      read(
        of(kind).map(way => way.string),
        'text',
      ),
    json: primitives
      ? () =>
          read(
            ways.map(way => way.string),
            'json',
          )
      : undefined,
    also: attribute =>
      read(
        ways.map(({ place }) => leafBelow(place, ...attribute.split('/'))),
        'json',
      ),
  }
}
