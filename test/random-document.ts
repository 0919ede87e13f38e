/** Documents for tests that no template would allow and any query must cope with: ids, classes and lists at random. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import fc from 'fast-check'

const text = fc.constantFrom('a', 'b', 'Ä', '')
const dvText = text.map(value => ({ _type: 'DV_TEXT', value }))
const coded = fc.tuple(text, text).map(([value, code]) => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'local' },
    code_string: code,
  },
  mappings: [
    { _type: 'TERM_MAPPING', match: '=', target: { _type: 'CODE_PHRASE', code_string: code } },
    { _type: 'TERM_MAPPING', match: '>', target: { _type: 'CODE_PHRASE', code_string: value } },
  ],
}))
const dataValue = fc.oneof(
  dvText,
  coded,
  fc.integer({ min: -9, max: 9 }).map(magnitude => ({ _type: 'DV_COUNT', magnitude })),
  fc.integer({ min: 0, max: 99 }).map(n => ({ _type: 'DV_QUANTITY', magnitude: n / 4, units: 'kg' })),
  fc.constantFrom('2021', '2021-10-24').map(value => ({ _type: 'DV_DATE', value })),
  fc.boolean().map(value => ({ _type: 'DV_BOOLEAN', value })),
  fc.constant({ _type: 'DV_MULTIMEDIA', size: 0 }),
)

const code = fc.constantFrom('at0001', 'at0002', 'at0003.1')
const archetype = fc.constantFrom('openEHR-EHR-CLUSTER.x.v1', 'openEHR-EHR-CLUSTER.y.v1')

const { item } = fc.letrec<{ item: RmObject }>(tie => ({
  item: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({
      _type: fc.constant('ELEMENT'),
      archetype_node_id: code,
      name: fc.oneof(dvText, coded),
      value: dataValue,
    }),
    fc.record({
      _type: fc.constant('CLUSTER'),
      archetype_node_id: fc.oneof(code, archetype),
      name: dvText,
      items: fc.array(tie('item'), { maxLength: 3 }),
    }),
  ) as fc.Arbitrary<RmObject>,
}))

const tree = fc.record({
  _type: fc.constantFrom('ITEM_TREE', 'ITEM_LIST'),
  archetype_node_id: code,
  name: dvText,
  items: fc.array(item, { maxLength: 3 }),
})

const event = fc.record(
  {
    _type: fc.constantFrom('POINT_EVENT', 'INTERVAL_EVENT'),
    archetype_node_id: code,
    name: dvText,
    time: fc
      .constantFrom('2021-10-24T10:00:00Z', '2021-10-24T10:00:00.5+01:00')
      .map(value => ({ _type: 'DV_DATE_TIME', value })),
    data: tree,
    state: tree,
  },
  { requiredKeys: ['_type', 'archetype_node_id', 'time', 'data'] },
)

const observation = fc.record(
  {
    _type: fc.constant('OBSERVATION'),
    archetype_node_id: fc.constantFrom('openEHR-EHR-OBSERVATION.x.v1', 'openEHR-EHR-OBSERVATION.y.v1'),
    name: dvText,
    subject: fc.constant({ _type: 'PARTY_SELF' }),
    data: fc.record({ archetype_node_id: code, name: dvText, events: fc.array(event, { maxLength: 3 }) }),
    protocol: tree,
    links: fc.array(
      text.map(target => ({
        _type: 'LINK',
        meaning: { _type: 'DV_TEXT', value: 'm' },
        target: { value: target },
      })),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['_type', 'archetype_node_id', 'name', 'subject', 'data'] },
)

/** A COMPOSITION with observations, some of them in sections, nested archetypes and repeated everything. */
export const randomDocument: fc.Arbitrary<RmObject> = fc.record(
  {
    _type: fc.constant('COMPOSITION'),
    archetype_node_id: fc.constant('openEHR-EHR-COMPOSITION.x.v1'),
    name: dvText,
    context: fc.record({
      _type: fc.constant('EVENT_CONTEXT'),
      participations: fc.array(
        text.map(name => ({
          _type: 'PARTICIPATION',
          function: { _type: 'DV_TEXT', value: name },
          performer: { _type: 'PARTY_IDENTIFIED', name },
        })),
        { maxLength: 3 },
      ),
      other_context: tree,
    }),
    content: fc.array(
      fc.oneof(
        observation,
        fc.record({
          _type: fc.constant('SECTION'),
          archetype_node_id: fc.constantFrom('openEHR-EHR-SECTION.x.v1', 'at0009'),
          name: dvText,
          items: fc.array(observation, { maxLength: 2 }),
        }),
      ),
      { maxLength: 3 },
    ),
  },
  { noNullPrototype: true },
) as fc.Arbitrary<RmObject>
