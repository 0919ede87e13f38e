/** Nodes as SQL and as text for people, node by node. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { explainPage } from './explain.ts'
import { column, isWithin, leaf, leafText, noneOf, sameVersion } from './expressions/expressions.ts'
import { q, value } from './expressions/fragment.ts'
import type { Page, Query, Rows } from './nodes.ts'
import { derived, filter, join, lookup, roots, table } from './rows.ts'
import { pageSql, print } from './sql.ts'

const NAME = { key: 75, text: 'name|DV_TEXT/value' }

const pageOf = (query: Query): Page => ({
  kind: 'page',
  query,
  most: 16,
  offset: value('bigint', ({ offset }) => offset),
  fetch: value('bigint', ({ fetch }) => fetch),
  generation: value('bigint', ({ generation }) => generation),
})

const names = (rows: Rows): Page =>
  pageOf({ kind: 'project', rows, columns: [{ name: 'c0', sql: leafText('r1', NAME) }], order: [] })

/** The part between `from` and `limit`. */
const fromOf = (rows: Rows): string =>
  /^from (.*)\nlimit/ms.exec(print(pageSql(names(rows))).text)?.[1]?.replace(/\s+/g, ' ') ?? ''

/** The lines below the projection. */
const explained = (rows: Rows): readonly string[] => explainPage(names(rows)).split('\n').slice(2)

const outer = roots('r1', [3], { isLatest: true, isOutermost: true })
const inner = roots('r2', [7, 5])
const VERSION = 'r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number'

describe('rows', () => {
  test('of archetypes', () => {
    assert.equal(fromOf(outer), 'cairn.root r1 where (r1.archetype_key = 3 and r1.latest and r1.num = 0)')
    assert.equal(fromOf(inner), "cairn.root r2 where r2.archetype_key = any('{5,7}'::integer[])")
    assert.deepEqual(explained(outer), ['    roots r1 of archetypes 3, latest, outermost'])
  })

  for (const [where, sql] of [
    ['inside the outermost', `${VERSION} and r2.num > 0`],
    ['inside', `${VERSION} and r2.num > r1.num and r2.num <= r1.cap`],
    ['inside or the same', `${VERSION} and r2.num between r1.num and r1.cap`],
    ['in the same root', `${VERSION} and r2.num = r1.num`],
    ['in the same version', VERSION],
    [{ attachedBy: [9, 8] }, `${VERSION} and r2.parent = r1.num and r2.via = any('{8,9}'::integer[])`],
  ] as const)
    test(`contained: ${JSON.stringify(where)}`, () => {
      const rows: Rows = {
        kind: 'contain',
        outer: table('root', 'r1'),
        inner: filter(table('root', 'r2'), [isWithin('r2', 'r1', where)]),
      }
      const condition = where === 'in the same version' ? sql : `(${sql})`
      assert.equal(fromOf(rows), `cairn.root r1 cross join cairn.root r2 where ${condition}`)
    })

  test('of branches are joined on their own conditions, and need something to be joined to', () => {
    const choice: Rows = {
      kind: 'choice',
      branches: [
        inner,
        lookup(table('root', 'r3'), [join(table('version', 'v'), [sameVersion('v', 'r3')], false)]),
      ],
    }
    const joins =
      "left join cairn.root r2 on r2.archetype_key = any('{5,7}'::integer[]) left join (cairn.root r3 join cairn.version v on v.ehr_id = r3.ehr_id and v.commit_number = r3.commit_number) on true"
    assert.equal(
      fromOf({ kind: 'contain', outer, inner: choice }),
      `cairn.root r1 ${joins} where (r1.archetype_key = 3 and r1.latest and r1.num = 0)`,
    )
    assert.equal(
      fromOf(filter(outer, [noneOf(choice)])),
      `cairn.root r1 where (r1.archetype_key = 3 and r1.latest and r1.num = 0 and not exists (select from (values (1)) one ${joins} where true))`,
    )
  })

  test('explained', () => {
    const rows: Rows = {
      kind: 'contain',
      outer,
      inner: filter(derived('nodes at 3 paths', q`made`, inner), [
        isWithin('r2', 'r1', 'inside'),
        q`${leaf('r2', NAME)} = ${value('jsonb', () => 1)}`,
        noneOf(table('root', 'r4')),
      ]),
    }
    assert.deepEqual(explained(rows), [
      '    contain',
      '      roots r1 of archetypes 3, latest, outermost',
      '      filter: r2 inside r1 and r2/name/value = $jsonb and none of [table root r4]',
      '        roots r2 of archetypes 5, 7: nodes at 3 paths',
    ])
  })
})

describe('answers', () => {
  const columns = [
    { name: 'c0', sql: leafText('r1', NAME) },
    { name: 'c1', sql: q`count(*)` },
  ]
  const sqlOf = (query: Query) => print(pageSql(pageOf(query))).text

  test('are cut to a page, if the dictionary is that of the plan', () => {
    const { text, values } = print(pageSql(names(outer)))
    assert.match(
      text,
      /limit 16\n\) answer where \(select d\.generation .*\) = \$1::bigint\noffset \$2::bigint limit \$3::bigint$/,
    )
    assert.equal(values.length, 3)
  })

  test('in groups, ordered by what they do not show', () => {
    const query: Query = {
      kind: 'aggregate',
      rows: outer,
      columns,
      groups: [0],
      hidden: [{ name: 'place', sql: q`min(${column('r1', 'commit_number')})` }],
      order: [
        { key: q`g.c0`, isDescending: true, isText: true },
        { key: q`g.place`, isDescending: false, isText: false },
      ],
    }
    assert.match(
      sqlOf(query),
      /select c0, c1 from \(\nselect .* as c0, count\(\*\) as c1, min\(r1\.commit_number\) as place\n.*\ngroup by 1\n\) g\norder by g\.c0 collate "C" desc, g\.place/s,
    )
    assert.equal(explainPage(pageOf(query)).split('\n')[1], '  order: g.c0 desc, g.place')
  })

  test('distinct, in the place of the first', () => {
    const query: Query = { kind: 'distinct', rows: outer, columns: columns.slice(0, 1), place: q`r1.num` }
    assert.match(sqlOf(query), /\) each group by c0 order by min\(place\)/)
  })
})
