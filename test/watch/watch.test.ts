/** Metrics of everything that can go wrong, and a dashboard and alert rules that ask for metrics that there are. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { freePort, testServer } from '../server.ts'
import { readMetrics, selectorsIn } from './prometheus.ts'

const adminPort = await freePort()
const server = await testServer({ env: { CAIRN_ADMIN_PORT: String(adminPort), CAIRN_SLOW_QUERY_MS: '1' } })
await uploadTemplate(server)
const ehrId = await newEhr(server)
await postComposition(server, ehrId)

const SLOW = `SELECT c/uid/value AS uid -- for Mrs Canary
  FROM EHR e[ehr_id/value='${ehrId}'] CONTAINS COMPOSITION c WHERE c/name/value != 'canary' LIMIT 4711`

const ask = (q: string) =>
  server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}`, { scopes: 'api.read' })

// Plans and connections are made at the first call, which takes more than a millisecond.
assert.equal((await ask(SLOW)).status, 200)
await server.call('GET /nowhere')

const metrics = readMetrics(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text())
const deployed = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')

describe('the metrics', () => {
  const expected: readonly (readonly [sample: string, isRight: (value: number) => boolean])[] = [
    ['cairn_templates', value => value >= 0],
    ['cairn_template_compilations_total', value => value >= 1],
    ['cairn_pool_connections{pool="records",state="idle"}', value => value >= 1],
    ['cairn_pool_connections{pool="queries",state="busy"}', value => value >= 0],
    ['cairn_pool_most_connections{pool="queries"}', value => value === 8],
    ['cairn_pool_waiting{pool="audit"}', value => value === 0],
    ['cairn_audit_events_total', value => value >= 2],
    ['cairn_audit_fault', value => value === 0],
    ['cairn_replication_standbys', value => value === 0],
    ['cairn_job_runs_total{job="refresh",outcome="failed"}', value => value === 0],
    ['cairn_job_last_success_timestamp_seconds{job="sessions_sweep"}', value => value > 1_700_000_000],
    ['cairn_query_duration_seconds_count{executor="sql",outcome="ok"}', value => value === 1],
    ['cairn_query_duration_seconds_bucket{le="+Inf",executor="sql",outcome="ok"}', value => value === 1],
    ['cairn_slow_queries_total', value => value === 1],
    ['cairn_queries_running', value => value === 0],
    ['cairn_trace_spans_sent_total', value => value === 0],
    ['cairn_change_feed_lag_seconds', value => value >= 0],
    ['cairn_webhook_deliveries_total{result="taken"}', value => value === 0],
    ['cairn_webhook_subscriptions{state="active"}', value => value === 0],
    ['cairn_webhook_lag_changes', value => value >= 0],
  ]
  for (const [sample, isRight] of expected)
    it(`have ${sample}`, () => {
      const value = metrics.sampleOf(sample)
      assert.ok(value !== undefined && isRight(value), `${sample} is ${value}`)
    })
})

describe('the log of slow queries', () => {
  it('has the query without its literals and comments', () => {
    const lines = server.logged.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'slow query')
    assert.equal(lines.length, 1)
    const [{ level, aql, executor, milliseconds, clientId }] = lines
    assert.equal(level, 40)
    assert.match(
      aql,
      /^SELECT c\/uid\/value AS uid FROM EHR e\[ehr_id\/value\s?=\s?\?\] CONTAINS COMPOSITION c WHERE /,
    )
    assert.deepEqual([executor, clientId, milliseconds > 1], ['sql', server.client.id, true])
    for (const secret of ['canary', 'Canary', ehrId, '4711'])
      assert.ok(!server.logged.join('').includes(secret), `the log has ${secret}`)
  })
})

/** Metrics that are not of Cairn's own page. */
const OF_PROMETHEUS = new Set(['up'])
/** Labels that Prometheus adds. */
const ADDED = new Set(['instance', 'job'])

function assertKnown(where: string, expression: string): void {
  const selectors = selectorsIn(expression)
  assert.ok(selectors.length > 0, `${where} asks for nothing: ${expression}`)
  for (const { name, labels } of selectors.filter(each => !OF_PROMETHEUS.has(each.name))) {
    assert.ok(metrics.names.has(name), `${where} asks for ${name}, which is no metric`)
    const known = metrics.labels.get(name)
    for (const label of known ? labels : [])
      assert.ok(ADDED.has(label) || known?.has(label), `${where}: ${name} has no label ${label}`)
  }
}

describe('deploy/prometheus/alerts.yaml', () => {
  const [group] = parse(deployed('prometheus/alerts.yaml')).groups

  for (const { alert, expr, labels, annotations } of group.rules)
    it(`${alert} asks for metrics that there are, and says what to do`, () => {
      assertKnown(alert, expr)
      assert.match(labels.severity, /^(page|ticket)$/)
      for (const sentence of [annotations.summary, annotations.action]) assert.match(sentence, /\.$/)
    })
})

describe('deploy/grafana/cairn.json', () => {
  const { panels } = JSON.parse(deployed('grafana/cairn.json'))

  it('asks for metrics that there are', () => {
    for (const { title, targets = [] } of panels) for (const { expr } of targets) assertKnown(title, expr)
  })

  it('has panels of different ids that do not cover each other', () => {
    const ids = new Set(panels.map(({ id }: { id: number }) => id))
    assert.equal(ids.size, panels.length)
    const cells = new Set<string>()
    for (const { gridPos } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          assert.ok(!cells.has(`${x} ${y}`), `two panels at ${x}, ${y}`)
          cells.add(`${x} ${y}`)
        }
  })
})

describe('the reader of expressions', () => {
  it('finds metrics and labels, and nothing else', () => {
    const found = selectorsIn(
      'topk(10, sum by (query, le) (rate(a_total{x=~"$y",z="b_c"}[5m])) / on (instance) b:c) > 10e9 and time() - d > 0.5',
    )
    assert.deepEqual(found, [
      { name: 'a_total', labels: ['x', 'z'] },
      { name: 'b:c', labels: [] },
      { name: 'd', labels: [] },
    ])
  })
})
