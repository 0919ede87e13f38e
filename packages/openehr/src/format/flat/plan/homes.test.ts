import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { attributesOf, isA, type Rm, typeOf } from '../../../rm/index.ts'
import type { RmStep } from '../../../template/index.ts'
import { type Home, homeOf, homesOf } from './homes.ts'
import type { Frame, PlanNode } from './plan.ts'

const step: fc.Arbitrary<RmStep> = fc
  .record({
    rmType: fc.constantFrom(
      'ELEMENT',
      'CLUSTER',
      'ITEM',
      'EVENT',
      'DV_TEXT',
      'DV_INTERVAL<DV_DATE>',
      'LOCATABLE',
    ),
    nodeId: fc.constantFrom('', 'at0001', 'at0002'),
    name: fc.record({ text: fc.constantFrom('a', 'b'), constrained: fc.boolean() }),
  })
  .map(own => ({ attribute: 'items', multiple: true, repeats: false, ...own }))

const emptyFrame = (own: RmStep): Frame => ({
  step: own,
  rmType: own.rmType,
  frames: new Map(),
  nodes: new Map(),
  cells: new Map(),
  empty: [],
  shadow: new Set(),
})

const frame: fc.Arbitrary<Frame> = fc
  .record({
    levels: fc.array(step, { maxLength: 2 }),
    nodes: fc.array(fc.tuple(step, fc.boolean()), { maxLength: 4 }),
  })
  .map(({ levels, nodes }) => ({
    ...emptyFrame({ attribute: '', multiple: false, rmType: 'ITEM_TREE', nodeId: '', repeats: false }),
    frames: new Map([['items', levels.map(emptyFrame)]]),
    nodes: new Map([
      [
        'items',
        nodes.map(([own, repeats], at): PlanNode => ({ id: `n${at}`, aliases: [], step: own, repeats })),
      ],
    ]),
  }))

const member = fc.record(
  {
    _type: fc.constantFrom(
      'ELEMENT',
      'CLUSTER',
      'POINT_EVENT',
      'EVENT',
      'DV_TEXT',
      'DV_CODED_TEXT',
      'DV_INTERVAL',
      'X',
    ),
    archetype_node_id: fc.constantFrom<unknown>('', 'at0001', 'at0002', 'at0003', null),
    name: fc.constantFrom<unknown>({ value: 'a' }, { value: 'b' }, 'a', undefined),
    lower: fc.constantFrom({ _type: 'DV_DATE' }, { _type: 'DV_TIME' }),
  },
  { requiredKeys: [] },
)

type Fields = Readonly<Record<string, unknown>>

/** The rule one candidate after the other, without the lists by node id. */
function model(all: readonly Home[], value: Fields, counts: readonly number[]): Home | undefined {
  const name = attributesOf<Rm.DvText>(attributesOf<Rm.Locatable>(value).name).value
  const fits = ({ step: own, takesMany, rank }: Home): boolean => {
    const type = typeOf(value, own.rmType)
    if (type === undefined || !isA(type, own.rmType) || !(takesMany || counts[rank] === 0)) return false
    const lower = attributesOf<Rm.DvDate>(value['lower'])._type
    if (isA(type, 'DATA_VALUE'))
      return !own.rmType.includes('<') || lower === undefined || lower === 'DV_DATE'
    return own.nodeId === '' || value['archetype_node_id'] === own.nodeId
  }
  const score = ({ step: own }: Home): number =>
    own.name?.text === name ? 3 : own.name?.constrained === true ? 1 : 2
  const fitting = all.filter(fits)
  const levels = fitting.filter(home => home.level !== undefined)
  const candidates = levels.length > 0 ? levels : fitting
  const most = Math.max(...candidates.map(score))
  return candidates.find(home => score(home) === most)
}

test('each member of a list goes to the home that the rule gives it, one after the other', () => {
  fc.assert(
    fc.property(frame, fc.array(member, { maxLength: 5 }), (owner, members) => {
      const homes = homesOf(owner, 'items')
      const counts = [...homes.noCounts]
      for (const one of members) {
        const home = homeOf(one, homes, counts)
        assert.equal(home, model(homes.all, one, counts))
        if (home !== undefined) counts[home.rank] = (counts[home.rank] ?? 0) + 1
      }
    }),
    { numRuns: 5_000 },
  )
})
