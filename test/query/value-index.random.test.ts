/** Random values and random queries over them: rows by value indexes are those of the evaluator, in its order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, checkAql, type EhrData, evaluate, parseAql } from '@cairn-ehr/openehr/aql'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import fc from 'fast-check'
import {
  composition,
  ehr,
  node,
  status,
  text,
  time,
  tree,
  uid,
  version,
} from '../../packages/openehr/test/aql/build.ts'
import { createIndex, PARTS, partOf } from '../../packages/server/src/indexes/index.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import type { ValueKey } from '../../packages/server/src/relation/index.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { EVERY_INDEX } from './index-choices.ts'
import { asStored, store } from './stored-records.ts'
import { testPushdown } from './test-pushdown.ts'
import { valuesOf } from './values-of.ts'

const NOW = Date.parse('2026-11-14T10:00:00Z')
const { database } = await testDatabase()
const dictionary = openPathDictionary(database)
const needs = { dictionary, now: () => NOW }
const plain = testPushdown(database, needs)
const indexed = testPushdown(database, { ...needs, indexes: EVERY_INDEX })

const OBSERVATION = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'

/** Few different values, so that many are the same; two classes with a magnitude. */
const number = fc.constantFrom(1, 2, 2.5, 3, 10)
const value: fc.Arbitrary<RmObject> = fc.oneof(
  number.map(magnitude => ({ _type: 'DV_QUANTITY', magnitude, units: magnitude < 3 ? 'mm[Hg]' : 'kPa' })),
  fc.constantFrom(1, 2, 3, 10).map(magnitude => ({ _type: 'DV_COUNT', magnitude })),
  fc.constantFrom('a', 'B', 'é', '', '10').map(text),
  fc.constantFrom('2024-03-01T10:00:00+01:00', '2024-03-01T09:00:00Z', '2024-03').map(time),
)
const numeric = fc.oneof(
  { weight: 3, arbitrary: number.map(magnitude => ({ _type: 'DV_QUANTITY', magnitude, units: 'mm[Hg]' })) },
  number.filter(Number.isInteger).map(magnitude => ({ _type: 'DV_COUNT', magnitude })),
)
const element = (id: string, of: fc.Arbitrary<RmObject>) =>
  fc
    .option(of, { nil: undefined, freq: 5 })
    .map(each => node('ELEMENT', id, 'e', each ? { value: each } : {}))

/** An event may have no item, several of one kind, items without a value, and items of another kind. */
const event = fc
  .tuple(
    fc.array(element('at0004', numeric), { maxLength: 2 }),
    fc.array(element('at0005', value), { maxLength: 2 }),
    fc.constantFrom('2024-03-01T10:00:00Z', '2024-03-02T10:00:00Z', '2024-03'),
  )
  .map(([a, b, at]) =>
    node('POINT_EVENT', 'at0006', 'event', { time: time(at), data: tree('at0003', [...a, ...b]) }),
  )

const observation = fc.tuple(fc.uuid(), fc.array(event, { maxLength: 3 })).map(([id, events]) =>
  node('OBSERVATION', OBSERVATION, 'o', {
    uid: uid(id),
    data: node('HISTORY', 'at0001', 'History', { origin: time('2024-03-01T10:00:00Z'), events }),
  }),
)

const records: fc.Arbitrary<readonly EhrData[]> = fc
  .array(fc.tuple(fc.boolean(), fc.array(fc.array(observation, { maxLength: 2 }), { maxLength: 4 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map(ehrs =>
    ehrs.map(([isQueryable, documents], at) =>
      ehr(`ehr${at}`, [
        version(`ehr${at}-status`, 1, 0, status(at === 0 || isQueryable)),
        ...documents.map((content, number) =>
          version(`ehr${at}-${number}`, 1, number + 1, composition('encounter', 'c', 'x', { content })),
        ),
      ]),
    ),
  )

const EVENT = 'o/data[at0001]/events[at0006]'
const NUMBER = `${EVENT}/data[at0003]/items[at0004]/value/magnitude`
const PATHS = [
  NUMBER,
  `${EVENT}/data[at0003]/items[at0005]/value/value`,
  `${EVENT}/time/value`,
  'o/name/value',
]
const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${OBSERVATION}]`
const bound = fc.oneof(
  fc
    .tuple(fc.constantFrom('<', '<=', '>', '>=', '='), fc.constantFrom('1', '2', '2.5', '3', '99'))
    .map(parts => parts.join(' ')),
  fc.constantFrom('matches {1, 3}', 'matches {2.5}'),
)
const queries: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...PATHS),
      fc.constantFrom('', ' DESC'),
      fc.constantFrom('', ' LIMIT 1', ' LIMIT 3 OFFSET 2', ' LIMIT 20'),
    )
    .map(
      ([path, direction, limit]) =>
        `SELECT e/ehr_id/value, ${path}, ${EVENT}/time/value ${FROM} ORDER BY ${path}${direction}${limit}`,
    ),
  fc
    .tuple(
      fc.array(bound, { minLength: 1, maxLength: 2 }),
      fc.constantFrom('', ' DESC'),
      fc.constantFrom('', ' LIMIT 3'),
    )
    .map(
      ([bounds, direction, limit]) =>
        `SELECT ${NUMBER} ${FROM} WHERE ${bounds.map(each => `${NUMBER} ${each}`).join(' AND ')} ORDER BY ${NUMBER}${direction}${limit}`,
    ),
  fc
    .tuple(bound, bound)
    .map(([a, b]) => `SELECT ${NUMBER}, c/name/value ${FROM} WHERE ${NUMBER} ${a} OR NOT ${NUMBER} ${b}`),
  fc.constantFrom(...PATHS).map(path => `SELECT MIN(${path}), MAX(${path}) ${FROM}`),
  fc.constantFrom(...PATHS).map(path => `SELECT MAX(${path}) ${FROM}`),
  fc.constantFrom('a', 'B', '', '10').map(each => `SELECT ${PATHS[1]} ${FROM} WHERE ${PATHS[1]} = '${each}'`),
)

const seen = { compared: 0, byIndex: 0 }

test('by value indexes come the rows that come without, in the same order', async () => {
  const property = fc.asyncProperty(
    records,
    fc.array(fc.tuple(queries, fc.constantFrom(0, 1), fc.constantFrom(2, 1000)), {
      minLength: 15,
      maxLength: 15,
    }),
    async (given, asked) => {
      const { records: stored, query: renamed } = asStored(given)
      await store(database, dictionary, stored)
      for (const [asIs, offset, fetch] of asked) {
        const q = renamed(asIs)
        if (checkAql(parseAql(q)).length > 0) continue
        const query = bindParameters(parseAql(q), {})
        const prepared = prepareOnce(query, { ehrId: undefined, offset, fetch })
        const running = await indexed.run(prepared, new AbortController().signal, 'test')
        if (!running) continue
        const found: unknown[] = []
        for await (const row of valuesOf(running)) found.push(row)
        const expected = evaluate(query, stored, { now: new Date(NOW).toISOString() }).rows
        assert.deepEqual(found, JSON.parse(JSON.stringify(expected.slice(offset, offset + fetch))), q)
        seen.compared += 1
        if ((await indexed.explain(prepared)).text !== (await plain.explain(prepared)).text) seen.byIndex += 1
      }
    },
  )
  await fc.assert(property, { numRuns: 60, endOnFailure: true })
  assert.ok(seen.compared > 400 && seen.byIndex > 200, JSON.stringify(seen))
})

test('every part of an index can be made of every kind of leaf, once', async () => {
  const keys: readonly ValueKey[] = [
    { archetype: 1, leaves: [{ key: 1, text: 'a', repeats: 0 }], isText: false },
    { archetype: 1, leaves: [{ key: 1, text: 'a', repeats: 0 }], isText: true },
    { archetype: 1, leaves: [{ key: 1, text: 'a', repeats: 2 }], isText: true },
    {
      archetype: 1,
      leaves: [
        { key: 1, text: 'a', repeats: 2 },
        { key: 2, text: 'b', repeats: 2 },
      ],
      isText: false,
    },
  ]
  const parts = new Map(
    keys.flatMap(key => PARTS.map(part => partOf(key, part))).map(part => [part.name, part]),
  )
  for (const part of parts.values()) {
    assert.equal(await createIndex(database, part, "it's a test"), true)
    assert.equal(await createIndex(database, part, 'test'), false)
  }
})
