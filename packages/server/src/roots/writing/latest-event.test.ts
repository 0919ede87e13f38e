import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDateTime, type RmObject } from '@cairn-ehr/openehr/rm'
import { node, time, tree } from '../../../../openehr/test/aql/build.ts'
import type { Entries } from '../entries.ts'
import { type LatestEvent, latestEventOf } from './latest-event.ts'
import { rootsOf } from './roots-of.ts'

const AT = '2024-01-01T10:00:00Z'
const FINER = '2024-01-01T10:00:01.2505Z'
const LATER = '2024-01-01T10:00:01.250Z'

const event = (id: string, type = 'POINT_EVENT', at: string | undefined = AT): RmObject =>
  node(type, id, 'Any event', { ...(at !== undefined && { time: time(at) }), data: tree('at0003', []) })

const observation = (events: readonly RmObject[], fields: object = {}): RmObject =>
  node('OBSERVATION', 'openEHR-EHR-OBSERVATION.pulse.v1', 'Pulse', {
    data: node('HISTORY', 'at0001', 'History', { origin: time(AT), events }),
    ...fields,
  })

/** Every path has the key 7, so that the path is 7, 0 or none. */
const entries = {
  epoch: 0,
  archetype: (type: string, id: string) => ({
    type,
    id,
    key: 1,
    paths: new Map(),
    retired: new Set(),
    isRetired: false,
  }),
  path: (text: string) => ({ text, key: 7, steps: [], repeats: 0 }),
} as unknown as Entries

const latestOf = (data: RmObject): LatestEvent | undefined => {
  const [root] = rootsOf(data, data._type ?? '')
  return root && latestEventOf(entries, root)
}

const FIRST = { path: 7, time: 1000 * (parseDateTime(AT)?.whole ?? 0) }
const SECOND = { path: 7, time: FIRST.time + 1250 }
const NO_PLACE = { path: 0 }

const state = node('HISTORY', 'at0010', 'State', { origin: time(AT), events: [event('at0011')] })

for (const [what, data, expected] of [
  ['one event', observation([event('at0006')]), FIRST],
  [
    'several events at one node',
    observation([event('at0006', 'POINT_EVENT', LATER), event('at0006')]),
    SECOND,
  ],
  ['an event of data and one of state', observation([event('at0006')], { state }), FIRST],
  ['events at two nodes', observation([event('at0006'), event('at0042')]), NO_PLACE],
  ['events of two classes', observation([event('at0006'), event('at0006', 'INTERVAL_EVENT')]), NO_PLACE],
  ['an event without a time', observation([event('at0006'), event('at0006', 'POINT_EVENT', '')]), NO_PLACE],
  ['a time finer than milliseconds', observation([event('at0006', 'POINT_EVENT', FINER)]), NO_PLACE],
  ['no event', observation([]), NO_PLACE],
  ['an action', node('ACTION', 'openEHR-EHR-ACTION.procedure.v1', 'Procedure', { time: time(AT) }), FIRST],
  [
    'an evaluation',
    node('EVALUATION', 'openEHR-EHR-EVALUATION.risk.v1', 'Risk', { data: tree('at0001', []) }),
    undefined,
  ],
] as const)
  test(`${what}: ${JSON.stringify(expected) ?? 'no event'}`, () => assert.deepEqual(latestOf(data), expected))
