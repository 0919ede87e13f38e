import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bindParameters, checkAql, type EhrData, evaluate, parseAql, printAql } from '../../src/aql/index.ts'
import { type RandomQuery, randomQuery, TooManyRows, tickUpTo } from './random-queries.ts'
import { randomRecords } from './random-records.ts'

const NOW = '2026-11-14T10:00:00Z'

function rows(text: string, ehrs: readonly EhrData[]): readonly string[] {
  const query = bindParameters(parseAql(text), {})
  return evaluate(query, ehrs, { now: NOW, tick: tickUpTo(50_000) }).rows.map(row => JSON.stringify(row))
}

/** Runs a law over random queries and records. Both sides have the same paths, so that rows multiply alike. */
function law(
  name: string,
  holds: (query: RandomQuery, select: string, ehrs: readonly EhrData[]) => void,
): void {
  test(name, () => {
    let answered = 0
    fc.assert(
      fc.property(randomQuery, randomRecords, (query, ehrs) => {
        const select = `SELECT ${query.columns.join(', ')} FROM ${query.from}`
        const [a, b] = query.conditions
        fc.pre(checkAql(parseAql(`${select} WHERE ${a} AND ${b}`)).length === 0)
        try {
          holds(query, select, ehrs)
          answered += rows(select, ehrs).length
        } catch (error) {
          fc.pre(!(error instanceof TooManyRows))
          throw error
        }
      }),
      { numRuns: 60 },
    )
    assert.ok(answered > 20, `only ${answered} rows were seen`)
  })
}

law('NOT is its own opposite, and AND and OR swap under it', ({ conditions: [a, b] }, select, ehrs) => {
  assert.deepEqual(rows(`${select} WHERE NOT NOT (${a})`, ehrs), rows(`${select} WHERE ${a}`, ehrs))
  assert.deepEqual(
    rows(`${select} WHERE NOT (${a} AND ${b})`, ehrs),
    rows(`${select} WHERE NOT (${a}) OR NOT (${b})`, ehrs),
  )
  assert.deepEqual(
    rows(`${select} WHERE NOT (${a} OR ${b})`, ehrs),
    rows(`${select} WHERE NOT (${a}) AND NOT (${b})`, ehrs),
  )
})

law(
  'a condition and its opposite share no row and have none of their own',
  ({ conditions: [a] }, select, ehrs) => {
    // The tautology keeps the paths of the condition in the query, and with them the rows.
    const all = rows(`${select} WHERE (${a}) OR NOT (${a})`, ehrs)
    const parts = [...rows(`${select} WHERE ${a}`, ehrs), ...rows(`${select} WHERE NOT (${a})`, ehrs)]
    assert.deepEqual(parts.toSorted(), all.toSorted())
  },
)

law('AND and OR do not mind the order of their sides', ({ conditions: [a, b] }, select, ehrs) => {
  for (const word of ['AND', 'OR']) {
    const [one, other] = [
      rows(`${select} WHERE (${a}) ${word} (${b})`, ehrs),
      rows(`${select} WHERE (${b}) ${word} (${a})`, ehrs),
    ]
    assert.deepEqual(one.toSorted(), other.toSorted())
  }
})

law('LIMIT and OFFSET cut a page out of the rows', ({ order }, select, ehrs) => {
  const sorted = order.length > 0 ? `${select} ORDER BY ${order.join(', ')}` : select
  const all = rows(sorted, ehrs)
  assert.deepEqual(rows(`${sorted} LIMIT 3 OFFSET 2`, ehrs), all.slice(2, 5))
})

law('ORDER BY only moves rows, the smallest to the front', ({ columns: [column], from }, select, ehrs) => {
  for (const way of ['ASC', 'DESC']) {
    assert.deepEqual(
      rows(`${select} ORDER BY ${column} ${way}`, ehrs).toSorted(),
      rows(select, ehrs).toSorted(),
    )
  }
  const [least] = rows(`SELECT MIN(${column}) FROM ${from}`, ehrs)
  const [first = '[null]'] = rows(`SELECT ${column} FROM ${from} ORDER BY ${column}`, ehrs)
  // MIN leaves out what has no order.
  if (least !== '[null]') assert.equal(first, least)
})

law('DISTINCT and COUNT see the rows that there are', ({ columns: [column], from }, _, ehrs) => {
  const plain = rows(`SELECT ${column} FROM ${from}`, ehrs)
  const present = plain.filter(row => row !== '[null]')
  assert.deepEqual(rows(`SELECT DISTINCT ${column} FROM ${from}`, ehrs), [...new Set(plain)])
  const counts = [plain.length, present.length, new Set(present).size]
  const asked = `SELECT COUNT(*), COUNT(${column}), COUNT(DISTINCT ${column}) FROM ${from}`
  assert.deepEqual(rows(asked, ehrs), [JSON.stringify(counts)])
})

law('a query means what its printed form means', ({ conditions: [a], order }, select, ehrs) => {
  const text = `${select} WHERE ${a}${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''}`
  assert.deepEqual(rows(printAql(parseAql(text)), ehrs), rows(text, ehrs))
})

law('records one by one have the rows of all of them together', (_, select, ehrs) => {
  assert.deepEqual(
    ehrs.flatMap(each => rows(select, [each])),
    rows(select, ehrs),
  )
})
