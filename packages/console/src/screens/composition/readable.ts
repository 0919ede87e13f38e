/** A composition as people read it: sections, entries and values with their labels, wrappers left out. */
import { missingView, valueView } from '../../display/data-value.ts'
import {
  isObject,
  listAt,
  nameOf,
  nodeIdOf,
  objectAt,
  type RmObject,
  textAt,
  typeOf,
} from '../../display/rm-object.ts'
import { authorNodes, linkNodes, originNodes, participationNodes } from './provenance.ts'
import type {
  AttributeLabel,
  ReadableComposition,
  ReadableNode,
  ReadableOptions,
  Spot,
} from './readable-node.ts'

interface Reader {
  readonly options: ReadableOptions
}

/** The members of a list with their paths; those that share a node id are numbered in the key. */
function membersAt(owner: RmObject, attribute: string, spot: Spot): readonly (readonly [RmObject, Spot])[] {
  const seen = new Map<string, number>()
  return listAt(owner, attribute).map(member => {
    const id = nodeIdOf(member)
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    const predicate = id === '' ? '' : `[${id}]`
    const path = `${spot.path}/${attribute}${predicate}`
    const key = `${spot.key}/${attribute}${predicate}${count === 1 ? '' : `#${count}`}`
    return [member, { key, path }]
  })
}

function memberAt(owner: RmObject, attribute: string, spot: Spot): readonly (readonly [RmObject, Spot])[] {
  const member = objectAt(owner, attribute)
  if (!member) return []
  const id = nodeIdOf(member)
  const step = `/${attribute}${id === '' ? '' : `[${id}]`}`
  return [[member, { key: spot.key + step, path: spot.path + step }]]
}

function label({ options }: Reader, node: RmObject, path: string): string {
  const name = nameOf(node)
  return options.labelOf?.(path, name) ?? name
}

function valueNode(
  { options }: Reader,
  owner: RmObject,
  attribute: string,
  spot: Spot,
  word: AttributeLabel,
): ReadableNode[] {
  const value = owner[attribute]
  if (value === undefined || value === null) return []
  return [
    {
      key: `${spot.key}/${attribute}`,
      path: `${spot.path}/${attribute}`,
      label: options.word(word),
      kind: 'attribute',
      rmType: isObject(value) ? typeOf(value) : 'String',
      value: valueView(value, options.style),
      children: [],
    },
  ]
}

function elementNode(reader: Reader, element: RmObject, spot: Spot): ReadableNode {
  const value = element['value']
  return {
    ...spot,
    label: label(reader, element, spot.path),
    kind: 'element',
    rmType: isObject(value) ? (textAt(value, '_type') ?? '') : 'ELEMENT',
    value:
      value === undefined || value === null ? missingView(element) : valueView(value, reader.options.style),
    children: [],
  }
}

/** Items of a structure: ITEM_TREE and its like have no label of their own that says anything. */
function structureNodes(reader: Reader, structure: RmObject, spot: Spot): ReadableNode[] {
  const type = typeOf(structure)
  if (type === 'ELEMENT') return [elementNode(reader, structure, spot)]
  if (type === 'CLUSTER') return [clusterNode(reader, structure, spot)]
  if (type === 'ITEM_SINGLE')
    return memberAt(structure, 'item', spot).flatMap(([item, at]) => structureNodes(reader, item, at))
  if (type === 'ITEM_TABLE') return [tableNode(reader, structure, spot)]
  return membersAt(structure, 'items', spot).flatMap(([item, at]) => structureNodes(reader, item, at))
}

/** Each row is a CLUSTER whose elements are the columns. */
function tableNode(reader: Reader, table: RmObject, spot: Spot): ReadableNode {
  return {
    ...spot,
    label: label(reader, table, spot.path),
    kind: 'table',
    rmType: 'ITEM_TABLE',
    children: membersAt(table, 'rows', spot).map(([row, at]) => clusterNode(reader, row, at)),
  }
}

function clusterNode(reader: Reader, cluster: RmObject, spot: Spot): ReadableNode {
  const id = nodeIdOf(cluster)
  return {
    ...spot,
    label: label(reader, cluster, spot.path),
    kind: 'group',
    rmType: 'CLUSTER',
    ...(id.startsWith('openEHR-') ? { archetypeId: id, source: cluster } : {}),
    children: membersAt(cluster, 'items', spot).flatMap(([item, at]) => structureNodes(reader, item, at)),
  }
}

const structuresAt = (reader: Reader, owner: RmObject, attribute: string, spot: Spot): ReadableNode[] =>
  memberAt(owner, attribute, spot).flatMap(([structure, at]) => structureNodes(reader, structure, at))

function groupOf(spot: Spot, word: string, children: readonly ReadableNode[]): ReadableNode[] {
  return children.length === 0 ? [] : [{ ...spot, label: word, kind: 'group', rmType: '', children }]
}

function eventNode(reader: Reader, event: RmObject, spot: Spot): ReadableNode {
  const { word } = reader.options
  const state = structuresAt(reader, event, 'state', spot)
  return {
    ...spot,
    label: label(reader, event, spot.path),
    kind: 'event',
    rmType: typeOf(event),
    children: [
      ...valueNode(reader, event, 'time', spot, 'Time'),
      ...valueNode(reader, event, 'width', spot, 'Width'),
      ...valueNode(reader, event, 'math_function', spot, 'Statistic'),
      ...structuresAt(reader, event, 'data', spot),
      ...groupOf({ key: `${spot.key}/state`, path: `${spot.path}/state` }, word('State'), state),
    ],
  }
}

const historyNodes = (reader: Reader, history: RmObject, spot: Spot): ReadableNode[] =>
  membersAt(history, 'events', spot).map(([event, at]) => eventNode(reader, event, at))

function activityNode(reader: Reader, activity: RmObject, spot: Spot): ReadableNode {
  return {
    ...spot,
    label: label(reader, activity, spot.path),
    kind: 'group',
    rmType: 'ACTIVITY',
    children: [
      ...valueNode(reader, activity, 'timing', spot, 'Timing'),
      ...structuresAt(reader, activity, 'description', spot),
    ],
  }
}

function transitionNodes(reader: Reader, action: RmObject, spot: Spot): ReadableNode[] {
  return memberAt(action, 'ism_transition', spot).flatMap(([transition, at]) => [
    ...valueNode(reader, transition, 'current_state', at, 'State'),
    ...valueNode(reader, transition, 'careflow_step', at, 'Careflow step'),
  ])
}

type Content = (reader: Reader, entry: RmObject, spot: Spot) => ReadableNode[]

const observation: Content = (reader, entry, spot) =>
  memberAt(entry, 'data', spot).flatMap(([history, at]) => historyNodes(reader, history, at))

const ENTRIES: Readonly<Record<string, Content>> = {
  OBSERVATION: observation,
  EVALUATION: (reader, entry, spot) => structuresAt(reader, entry, 'data', spot),
  ADMIN_ENTRY: (reader, entry, spot) => structuresAt(reader, entry, 'data', spot),
  GENERIC_ENTRY: (reader, entry, spot) => structuresAt(reader, entry, 'data', spot),
  INSTRUCTION: (reader, entry, spot) => [
    ...valueNode(reader, entry, 'narrative', spot, 'Narrative'),
    ...valueNode(reader, entry, 'expiry_time', spot, 'Expires'),
    ...membersAt(entry, 'activities', spot).map(([activity, at]) => activityNode(reader, activity, at)),
  ],
  ACTION: (reader, entry, spot) => [
    ...valueNode(reader, entry, 'time', spot, 'Time'),
    ...transitionNodes(reader, entry, spot),
    ...structuresAt(reader, entry, 'description', spot),
  ],
}

function entryNode(reader: Reader, entry: RmObject, spot: Spot): ReadableNode {
  const { word } = reader.options
  const subject = objectAt(entry, 'subject')
  const protocol = structuresAt(reader, entry, 'protocol', spot)
  const content = ENTRIES[typeOf(entry)] ?? ENTRIES['EVALUATION']
  return {
    ...spot,
    label: label(reader, entry, spot.path),
    kind: 'entry',
    rmType: typeOf(entry),
    archetypeId: nodeIdOf(entry),
    children: [
      ...(subject && typeOf(subject) !== 'PARTY_SELF'
        ? valueNode(reader, entry, 'subject', spot, 'Subject')
        : []),
      ...(content?.(reader, entry, spot) ?? []),
      ...groupOf({ key: `${spot.key}/protocol`, path: `${spot.path}/protocol` }, word('Protocol'), protocol),
      ...valueNode(reader, entry, 'provider', spot, 'Provider'),
      ...participationNodes(reader.options, entry, 'other_participations', spot),
      ...linkNodes(reader.options, entry, spot),
      ...originNodes(reader.options, entry, spot),
    ],
  }
}

function contentNode(reader: Reader, item: RmObject, spot: Spot): ReadableNode {
  if (typeOf(item) !== 'SECTION') return entryNode(reader, item, spot)
  return {
    ...spot,
    label: label(reader, item, spot.path),
    kind: 'section',
    rmType: 'SECTION',
    children: membersAt(item, 'items', spot).map(([each, at]) => contentNode(reader, each, at)),
  }
}

/** Setting, place, participants and what else the template put into the context. */
function contextNodes(reader: Reader, composition: RmObject): ReadableNode[] {
  return memberAt(composition, 'context', { key: '', path: '' }).flatMap(([context, spot]) => [
    ...valueNode(reader, context, 'start_time', spot, 'Start'),
    ...valueNode(reader, context, 'end_time', spot, 'End'),
    ...valueNode(reader, context, 'setting', spot, 'Setting'),
    ...valueNode(reader, context, 'location', spot, 'Location'),
    ...valueNode(reader, context, 'health_care_facility', spot, 'Facility'),
    ...participationNodes(reader.options, context, 'participations', spot),
    ...structuresAt(reader, context, 'other_context', spot),
  ])
}

export function readableComposition(composition: RmObject, options: ReadableOptions): ReadableComposition {
  const reader: Reader = { options }
  const root: Spot = { key: '', path: '' }
  return {
    title: label(reader, composition, ''),
    context: [
      ...authorNodes(options, composition, root),
      ...contextNodes(reader, composition),
      ...linkNodes(options, composition, root),
      ...originNodes(options, composition, root),
    ],
    content: membersAt(composition, 'content', root).map(([item, at]) => contentNode(reader, item, at)),
  }
}
