/** CNF master16: OBSERVATION, HISTORY, EVENT and the kinds of ITEM_STRUCTURE. */
import {
  type Attribute,
  archetype,
  data,
  multiple,
  type Node,
  object,
  single,
} from '../../fixtures/opt-builder/index.ts'
import { type Case, COMPOSITION, type Deviation, TEMPLATE_ID } from './schedule.ts'

const OBSERVATION = 'openEHR-EHR-OBSERVATION.conformance.v1'
const EXISTENCES = ['0..1', '1..1'] as const

const tree = data.locatable('ITEM_TREE', 'at0003', { items: [data.element('at0004', data.text('x'))] })
const pointEvent = (rest: data.Data = { data: tree }): data.Data =>
  data.locatable('POINT_EVENT', 'at0002', { time: data.dateTime(), ...rest })
const intervalEvent = data.locatable('INTERVAL_EVENT', 'at0002', {
  time: data.dateTime(),
  data: tree,
  width: { _type: 'DV_DURATION', value: 'PT1H' },
  math_function: data.codedText('openehr', '146', 'mean'),
})
const history = (rest: data.Data): data.Data =>
  data.locatable('HISTORY', 'at0001', { origin: data.dateTime(), ...rest })

const observationCase = (
  table: string,
  row: string,
  attributes: readonly Attribute[],
  observation: data.Data,
  rules: readonly string[],
  deviation?: Deviation,
): Case => ({
  table,
  row,
  definition: archetype(COMPOSITION, [
    multiple('content', archetype(OBSERVATION, attributes, { occurrences: '0..*' })),
  ]),
  composition: data.composition(COMPOSITION, TEMPLATE_ID, {
    content: [data.entry(OBSERVATION, observation)],
  }),
  rules,
  ...(deviation === undefined ? {} : { deviation }),
})

const FLAGS = [false, true] as const
const when = (condition: boolean, rule: string): readonly string[] => (condition ? [rule] : [])
const given = (condition: boolean, attributes: data.Data): data.Data => (condition ? attributes : {})
const yes = (flag: boolean): string => (flag ? 'present' : 'absent')

/** 32 rows: data is mandatory in the reference model, state and protocol as the template says. */
const observations = EXISTENCES.flatMap(state =>
  EXISTENCES.flatMap(protocol =>
    FLAGS.flatMap(hasData =>
      FLAGS.flatMap(hasState =>
        FLAGS.map(hasProtocol =>
          observationCase(
            `CONT-OBS state ${state} protocol ${protocol}`,
            `data ${yes(hasData)}, state ${yes(hasState)}, protocol ${yes(hasProtocol)}`,
            [single('state', [], state), single('protocol', [], protocol)],
            {
              ...given(hasData, { data: history({ events: [pointEvent()] }) }),
              ...given(hasState, { state: history({ events: [pointEvent()] }) }),
              ...given(hasProtocol, { protocol: tree }),
            },
            [
              ...when(!hasData, 'rm.mandatory:data'),
              ...when(!hasState && state === '1..1', 'existence.lower:state'),
              ...when(!hasProtocol && protocol === '1..1', 'existence.lower:protocol'),
            ],
          ),
        ),
      ),
    ),
  ),
)

/** Cardinality → which bound none, one and three events break. */
const EVENTS = {
  '0..*': ['', '', ''],
  '1..*': ['lower', '', ''],
  '3..*': ['lower', 'lower', ''],
  '0..1': ['', '', 'upper'],
  '1..1': ['lower', '', 'upper'],
  '3..5': ['lower', 'lower', ''],
} as const

const inHistory = (attributes: readonly Attribute[]): readonly Attribute[] => [
  single('data', object('HISTORY', attributes, { nodeId: 'at0001' })),
]

/** 72 rows. Neither events nor a summary breaks the reference model, which the schedule does not see. */
const histories = Object.entries(EVENTS).flatMap(([cardinality, bounds]) =>
  EXISTENCES.flatMap(summary =>
    FLAGS.flatMap(hasSummary =>
      [0, 1, 3].map((count, place) => {
        const bound = bounds[place] ?? ''
        const nothing = count === 0 && !hasSummary
        const rules = [
          ...when(bound !== '', `cardinality.${bound}:events`),
          ...when(!hasSummary && summary === '1..1', 'existence.lower:summary'),
        ]
        return observationCase(
          `CONT-HIST events ${cardinality} summary ${summary}`,
          `${count} events, summary ${yes(hasSummary)}`,
          inHistory([multiple('events', [], cardinality), single('summary', [], summary)]),
          {
            data: history({
              ...given(count > 0, { events: Array.from({ length: count }, () => pointEvent()) }),
              ...given(hasSummary, { summary: tree }),
            }),
          },
          rules.length > 0 && nothing ? [...rules, 'HISTORY.Events_valid'] : rules,
          nothing && rules.length === 0 ? { reason: 'history', rules: ['HISTORY.Events_valid'] } : undefined,
        )
      }),
    ),
  ),
)

const inEvent = (rmType: string, attributes: readonly Attribute[] = []): readonly Attribute[] =>
  inHistory([
    multiple('events', object(rmType, attributes, { nodeId: 'at0002', occurrences: '0..*' }), '1..*'),
  ])

const eventStates = EXISTENCES.flatMap(state =>
  FLAGS.flatMap(hasData =>
    FLAGS.map(hasState =>
      observationCase(
        `CONT-EVENT state ${state}`,
        `data ${yes(hasData)}, state ${yes(hasState)}`,
        inEvent('EVENT', [single('state', [], state)]),
        {
          data: history({
            events: [pointEvent({ ...given(hasData, { data: tree }), ...given(hasState, { state: tree }) })],
          }),
        },
        [
          ...when(!hasData, 'rm.mandatory:data'),
          ...when(!hasState && state === '1..1', 'existence.lower:state'),
        ],
      ),
    ),
  ),
)

const WRONG_CLASS = 'C_OBJECT.rm_type_name'

/** Allowed class → the classes that are refused there. */
const eventTypes = (
  [
    ['EVENT', ''],
    ['POINT_EVENT', 'INTERVAL_EVENT'],
    ['INTERVAL_EVENT', 'POINT_EVENT'],
  ] as const
).flatMap(([allowed, refused]) =>
  [pointEvent(), intervalEvent].map(event =>
    observationCase(
      `CONT-EVENT type ${allowed}`,
      String(event['_type']),
      inEvent(allowed),
      { data: history({ events: [event] }) },
      when(event['_type'] === refused, WRONG_CLASS),
    ),
  ),
)

const elements = [data.element('at0004', data.text('x'))]
const STRUCTURES: readonly data.Data[] = [
  data.locatable('ITEM_TREE', 'at0003', { items: elements }),
  data.locatable('ITEM_LIST', 'at0003', { items: elements }),
  data.locatable('ITEM_TABLE', 'at0003', {
    rows: [data.locatable('CLUSTER', 'at0005', { items: elements })],
  }),
  data.locatable('ITEM_SINGLE', 'at0003', { item: elements[0] }),
]

const structure = (rmType: string): Node => object(rmType, [], { nodeId: 'at0003' })

const structures = ['ITEM_STRUCTURE', 'ITEM_TREE', 'ITEM_LIST', 'ITEM_TABLE', 'ITEM_SINGLE'].flatMap(
  allowed =>
    STRUCTURES.map(value =>
      observationCase(
        `CONT-ITEM_STR type ${allowed}`,
        String(value['_type']),
        inEvent('EVENT', [single('data', structure(allowed))]),
        { data: history({ events: [pointEvent({ data: value })] }) },
        when(allowed !== 'ITEM_STRUCTURE' && allowed !== value['_type'], WRONG_CLASS),
      ),
    ),
)

export const entryCases: readonly Case[] = [
  ...observations,
  ...histories,
  ...eventStates,
  ...eventTypes,
  ...structures,
]
