/** One row for each structure node, as EHRbase 2 keeps them, with the index on the archetype that it lacks. */
import { isA, isRmObject, magnitudeOf, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Made } from './layout-data.ts'
import type { Layout } from './layout-shapes.ts'

/** EHRbase shortens classes and attributes to a letter or two. */
const SHORT: Readonly<Record<string, string>> = {
  _type: 'T', value: 'V', magnitude: 'm', units: 'u', defining_code: 'df', code_string: 'cd', terminology_id: 'te',
  name: 'N', language: 'la', encoding: 'ec', subject: 'su', archetype_details: 'aX', archetype_id: 'aY',
  template_id: 'tm', rm_version: 'rv', start_time: 'st', end_time: 'et', setting: 'se', time: 'ti', origin: 'or',
  territory: 'tr', category: 'ca', composer: 'co', uid: 'U', precision: 'p', originating_system_item_ids: 'si',
  originating_system_audit: 'sy', system_id: 'sd', external_ref: 'er', namespace: 'ns', id: 'X', type: 'tp',
} // biome-ignore format: a table
const TYPES: Readonly<Record<string, string>> = {
  COMPOSITION: 'CO', SECTION: 'SE', OBSERVATION: 'OB', EVALUATION: 'EV', INSTRUCTION: 'IN', ACTION: 'AC',
  ADMIN_ENTRY: 'AE', HISTORY: 'HI', POINT_EVENT: 'PE', INTERVAL_EVENT: 'IE', ACTIVITY: 'AY', ITEM_TREE: 'TR',
  ITEM_LIST: 'LI', ITEM_SINGLE: 'SI', CLUSTER: 'CL', ELEMENT: 'E', EVENT_CONTEXT: 'EC', FEEDER_AUDIT: 'FA',
  DV_TEXT: 'x', DV_CODED_TEXT: 'c', DV_QUANTITY: 'q', DV_DATE_TIME: 'dt', CODE_PHRASE: 'C', TERMINOLOGY_ID: 'T',
} // biome-ignore format: a table

const isStructure = (value: unknown): value is RmObject =>
  isRmObject(value) &&
  (value._type === 'EVENT_CONTEXT' ||
    value._type === 'FEEDER_AUDIT' ||
    typeof value['archetype_node_id'] === 'string')

interface Node {
  readonly ehr_id: string
  readonly commit_number: number
  readonly num: number
  cap: number
  readonly parent: number
  readonly root: number
  readonly rm_type: string
  readonly concept: string | null
  readonly name: string | null
  readonly attribute: string | null
  readonly idx: string
  readonly data: object
}

const shortConcept = (id: unknown): string | null =>
  typeof id !== 'string' ? null : id.startsWith('openEHR-') ? id.slice(id.indexOf('.')) : id

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten)
  if (!isRmObject(value)) return value
  const short: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value))
    short[SHORT[name] ?? name] = name === '_type' ? (TYPES[String(inner)] ?? inner) : shorten(inner)
  if (typeof value._type === 'string' && isA(value._type, 'DV_TEMPORAL'))
    short['M'] = Number(magnitudeOf(value) ?? 0)
  return short
}

function nodesOf({ ehr, commit, data }: Made): readonly Node[] {
  const nodes: Node[] = []
  const add = (
    value: RmObject,
    parent: number,
    root: number,
    attribute: string | null,
    idx: string,
  ): void => {
    const num = nodes.length
    const id = value['archetype_node_id']
    const own = typeof id === 'string' && id.startsWith('openEHR-') ? num : root
    const kept: Record<string, unknown> = {}
    const node: Node = {
      ehr_id: ehr,
      commit_number: commit,
      num,
      cap: num,
      parent,
      root: own,
      rm_type: TYPES[value._type ?? 'HISTORY'] ?? value._type ?? 'HI',
      concept: shortConcept(id),
      name: isRmObject(value['name']) ? String(value['name']['value']) : null,
      attribute,
      idx,
      data: kept,
    }
    nodes.push(node)
    for (const [name, inner] of Object.entries(value)) {
      const members: readonly unknown[] = Array.isArray(inner) ? inner : [inner]
      if (members.some(isStructure))
        members.forEach((member, at) => {
          if (isStructure(member)) add(member, num, own, name, `${idx}${name.slice(0, 1)}${at}.`)
        })
      else if (name !== 'archetype_node_id' && name !== '_type') kept[SHORT[name] ?? name] = shorten(inner)
    }
    node.cap = nodes.length - 1
  }
  add(data, -1, 0, null, '')
  return nodes
}

/** A join a step, as its SQL has them. */
const path = (history: string, event: string, tree: string, element: string): string =>
  [
    ['h', 'o', 'data', history],
    ['e', 'h', 'events', event],
    ['t', 'e', 'data', tree],
    ['s', 't', 'items', element],
  ].reduce(
    (text, [node, above, attribute, code]) => `${text}
    join bench.node ${node} on ${node}.ehr_id = o.ehr_id and ${node}.commit_number = o.commit_number
      and ${node}.parent = ${above}.num and ${node}.attribute = '${attribute}' and ${node}.concept = '${code}'`,
    'from bench.node o',
  )
const SYSTOLIC = path('at0001', 'at0006', 'at0003', 'at0004')
const KILOS = path('at0002', 'at0003', 'at0001', 'at0004')
/** PostgreSQL takes the index only where the question repeats its condition. */
const IS_BP = `o.concept = '.blood_pressure.v2' and o.concept like '.%' and o.rm_type = 'OB'`
const VALUE = `s.data -> 'V' -> 'm'`

export const nodeRows: Layout = {
  name: 'row per structure node',
  tables: ['bench.node'],
  create: `create table bench.node (ehr_id uuid not null, commit_number bigint not null, num integer not null,
      cap integer not null, parent integer not null, root integer not null, rm_type text not null, concept text,
      name text, attribute text, idx text collate "C" not null, data jsonb not null,
      primary key (ehr_id, commit_number, num));
    create index on bench.node (ehr_id, commit_number, parent, concept) include (rm_type, attribute, num, cap);
    create index on bench.node (concept, rm_type, commit_number, num) where concept like '.%';`,
  insert: 'insert into bench.node select * from json_populate_recordset(null::bench.node, $1::json)',
  rows: made => JSON.stringify(made.flatMap(nodesOf)),
  shapes: () => ({
    'one leaf of one EHR': `select ${VALUE} ${SYSTOLIC} where ${IS_BP} and o.ehr_id = $1
      order by o.commit_number, o.num`,
    'average of a leaf over all': `select avg((${VALUE})::float8)
      ${KILOS}
      where o.concept = '.body_weight.v2' and o.concept like '.%' and o.rm_type = 'OB'`,
    'value filter over all, LIMIT 50': `select ${VALUE} ${SYSTOLIC} where ${IS_BP}
      and ${VALUE} >= '160'::jsonb order by o.commit_number, o.num limit 50`,
    'COMPOSITION contains OBSERVATION, count': `select count(*) from bench.node c
      join bench.node o on o.ehr_id = c.ehr_id and o.commit_number = c.commit_number and o.num > c.num and o.num <= c.cap
      where c.rm_type = 'CO' and c.concept like '.%' and o.rm_type = 'OB' and o.concept like '.%'`,
    'count of one archetype': `select count(*) from bench.node o where ${IS_BP}`,
    'two leaves of one event, aligned': `select count(*), sum((${VALUE})::float8 - (d.data -> 'V' -> 'm')::float8)
      ${SYSTOLIC} join bench.node d on d.ehr_id = o.ehr_id and d.commit_number = o.commit_number
        and d.parent = t.num and d.attribute = 'items' and d.concept = 'at0005'
      where ${IS_BP}`,
    'newest 10 values of one EHR': `select ${VALUE}, e.data -> 'ti' -> 'M' ${SYSTOLIC}
      where ${IS_BP} and o.ehr_id = $1 order by e.data -> 'ti' -> 'M' desc limit 10`,
    'ORDER BY a value, LIMIT 50': `select ${VALUE} ${SYSTOLIC} where ${IS_BP}
      order by ${VALUE} desc limit 50`,
  }),
}
