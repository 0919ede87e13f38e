/** Random queries under random rights: what SQL and the documents answer must be what the evaluator answers over the records in reach. */
import assert from 'node:assert/strict'
import { bindParameters, checkAql, type EhrData, evaluate, parseAql } from '@cairn-ehr/openehr/aql'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import fc from 'fast-check'
import {
  type RandomQuery,
  randomQuery,
  TooManyRows,
  tickUpTo,
} from '../../packages/openehr/test/aql/random-queries.ts'
import { randomRecords } from '../../packages/openehr/test/aql/random-records.ts'
import { allows, RIGHTS, type Rights, recordLimit, rightsOf } from '../../packages/server/src/access/index.ts'
import { parseDataScope } from '../../packages/server/src/access/scopes/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { openKnowledge, runJob } from '../../packages/server/src/query/documents/job.ts'
import { openTextsByTemplate } from '../../packages/server/src/query/index.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { asStored, store } from '../query/stored-records.ts'
import { testPushdown } from '../query/test-pushdown.ts'
import { valuesOf } from '../query/values-of.ts'

const NOW = Date.parse('2026-11-14T10:00:00Z')
const { database } = await testDatabase()
const dictionary = openPathDictionary(database)
const pushdown = testPushdown(database, { dictionary, now: () => NOW })

const run = (text: string) => database.execute(sql({ name: 'test.rights', text, prepare: false }))
await run(`insert into cairn.template (template_id, version, concept, archetype_id, opt, artefact_id)
  values ('A.v1', 1, '', '', '', 1), ('B.v1', 1, '', '', '', 2)`)
await run(
  `insert into cairn.person (person_id, name, roles, user_handle) values ('ana', 'Ana', '{}', '\\x00')`,
)

/** Every composition has one of two templates, by its id. */
const templateOf = (object: string): string => (/^[0-7]/.test(object) ? 'A.v1' : 'B.v1')

const setTemplates = () =>
  run(`with chosen as (
      select v.ehr_id, v.object_id, v.version, t.template_key, t.artefact_id
      from cairn.version v join cairn.template t
        on t.template_id = case when v.object_id::text ~ '^[0-7]' then 'A.v1' else 'B.v1' end
      where v.kind = 'COMPOSITION' and v.data is not null
    ), versions as (
      update cairn.version v set template_key = c.template_key from chosen c
      where v.ehr_id = c.ehr_id and v.object_id = c.object_id and v.version = c.version
    )
    update cairn.versioned_object o set artefact_id = c.artefact_id from chosen c
    where o.ehr_id = c.ehr_id and o.object_id = c.object_id`)

const assign = async (ehrs: readonly string[]) => {
  await run('delete from cairn.assignment')
  for (const ehr of ehrs)
    await run(`insert into cairn.assignment (assignment_id, person_id, kind, ehr_id, starts_at, assigned_by, assigned_at)
      values (gen_random_uuid(), 'ana', 'ehr', '${ehr}', now() - interval '1 hour', 'test', now())`)
}

interface RightsDraft {
  readonly scopes: readonly (readonly [compartment: string, name: string])[]
  /** True: the role holds in assigned EHRs only. */
  readonly roles: readonly boolean[]
  readonly assigned: readonly boolean[]
}

const drafts: fc.Arbitrary<RightsDraft> = fc.record({
  scopes: fc.array(
    fc.tuple(fc.constantFrom('patient', 'user', 'user'), fc.constantFrom('*', 'A.*', 'B.v1', '**.v1', 'C')),
    { minLength: 1, maxLength: 3 },
  ),
  roles: fc.array(fc.boolean(), { minLength: 1, maxLength: 2 }),
  assigned: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
})

const scopeOf = (text: string) => {
  const scope = parseDataScope(text)
  assert.ok(scope)
  return scope
}

const toRights = ({ scopes, roles }: RightsDraft, launched: string): Rights =>
  rightsOf({
    scopes: scopes.map(([compartment, name]) => scopeOf(`${compartment}/composition-${name}.r`)),
    roleRules: roles.map(isAssigned => ({
      ...scopeOf('user/composition-*.r'),
      reach: isAssigned ? { assigned: true } : {},
    })),
    person: 'ana',
    launched,
  }) ?? { rules: [] }

const objectOf = ({ uid }: RmObject): string =>
  isRmObject(uid) ? (String(uid['value']).split('::')[0] ?? '') : ''

/** The records in reach, by the matching function alone. */
function inReach(records: readonly EhrData[], rights: Rights, assigned: ReadonlySet<string>): EhrData[] {
  return records.flatMap(record => {
    const place = { ehrId: record.ehr_id, isAssigned: assigned.has(record.ehr_id) }
    if (!allows(rights, { ...RIGHTS.readRecord, ...place })) return []
    const others = new Set(
      record.versions
        .filter(({ data }) => isRmObject(data) && data._type !== 'COMPOSITION')
        .map(version => objectOf(version)),
    )
    const versions = record.versions.filter(version => {
      const object = objectOf(version)
      return (
        others.has(object) || allows(rights, { ...RIGHTS.readRecord, ...place, name: templateOf(object) })
      )
    })
    return [{ ...record, versions }]
  })
}

const texts: fc.Arbitrary<(parts: RandomQuery) => string> = fc.constantFrom(
  ({ columns, from, conditions: [a] }) => `SELECT ${columns.join(', ')} FROM ${from} WHERE ${a}`,
  ({ columns, from }) => `SELECT ${columns.join(', ')} FROM ${from}`,
  ({ columns, from }) => `SELECT DISTINCT ${columns.join(', ')} FROM ${from}`,
  ({ columns: [column], from }) =>
    `SELECT COUNT(*), COUNT(${column}), MIN(${column}), MAX(${column}) FROM ${from}`,
  ({ columns: [column], from }) => `SELECT ${column}, COUNT(*) FROM ${from}`,
)

const seen = { sql: 0, documents: 0, rows: 0, fewer: 0 }

async function byDocuments(
  job: Pick<Parameters<typeof runJob>[0], 'query' | 'limit'>,
): Promise<readonly unknown[]> {
  const pieces: string[] = []
  await runJob(
    {
      ...job,
      ehrId: undefined,
      offset: 0,
      fetch: 100_000,
      now: new Date(NOW).toISOString(),
      deadline: Date.now() + 60_000,
      server: 0,
    },
    {
      db: database,
      knowledge: openKnowledge(database),
      texts: openTextsByTemplate(),
      terminology: () => {
        throw new Error('no query asks a terminology')
      },
      tick: () => {},
      begun: () => {},
      send: async rows => void pieces.push(rows),
    },
  )
  return JSON.parse(`[${pieces.join(',')}]`)
}

/** Throws where they differ, with the seed that finds the difference again. */
export async function agreeUnderRights(runs: number): Promise<void> {
  const queries = fc.array(
    fc.tuple(randomQuery, texts).map(([parts, text]) => text(parts)),
    { minLength: 8, maxLength: 8 },
  )
  const property = fc.asyncProperty(randomRecords, drafts, queries, async (records, draft, asked) => {
    const { records: stored, query: renamed } = asStored(records)
    await store(database, dictionary, stored)
    await setTemplates()
    const assigned = stored.map(({ ehr_id }) => ehr_id).filter((_, at) => draft.assigned[at % 4])
    await assign(assigned)
    const rights = toRights(draft, stored[0]?.ehr_id ?? '')
    const visible = inReach(stored, rights, new Set(assigned))
    const limit = recordLimit(rights, ['r'])
    const executor = limit ? pushdown.limitedTo(limit) : pushdown
    for (const asIs of asked) {
      const text = renamed(asIs)
      if (checkAql(parseAql(text)).length > 0) continue
      const bound = bindParameters(parseAql(text), {})
      const options = { now: new Date(NOW).toISOString(), tick: tickUpTo(20_000) }
      let expected: unknown[]
      try {
        expected = JSON.parse(JSON.stringify(evaluate(bound, visible, options).rows))
        if (evaluate(bound, stored, options).rows.length > expected.length) seen.fewer += 1
      } catch (error) {
        if (error instanceof TooManyRows) continue
        throw error
      }
      const about = `${text}\n${JSON.stringify(limit)}`
      assert.deepEqual(await byDocuments({ query: bound, limit }), expected, `by documents: ${about}`)
      seen.documents += 1
      const prepared = prepareOnce(bound, { ehrId: undefined, offset: 0, fetch: 100_000 })
      const running = await executor.run(prepared, new AbortController().signal, 'test').catch(cause => {
        throw new Error(about, { cause })
      })
      if (!running) continue
      const rows: unknown[] = []
      for await (const row of valuesOf(running)) rows.push(row)
      assert.deepEqual(rows, expected, `by SQL: ${about}`)
      seen.sql += 1
      seen.rows += rows.length
    }
  })
  await fc.assert(property, { numRuns: runs, endOnFailure: true })
  assert.ok(seen.sql > runs && seen.documents > runs && seen.rows > 0 && seen.fewer > 0, JSON.stringify(seen))
}
