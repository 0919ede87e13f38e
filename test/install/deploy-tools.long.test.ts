/** The files of `deploy/` under the tools that read them. A tool that is not installed is skipped with a message. */
import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import { becomes } from '../eventually.ts'
import { freePort, testServer } from '../server.ts'
import { ROOT } from './published.ts'

const DEPLOY = join(ROOT, 'deploy')
const MANIFESTS = join(DEPLOY, 'kubernetes')
const run = promisify(execFile)

const skipWithout = (command: string, flag = '--help') =>
  spawnSync(command, [flag]).error === undefined ? {} : { skip: `${command} is not installed` }

const folder = mkdtempSync(join(tmpdir(), 'cairn-deploy-'))
after(() => rmSync(folder, { recursive: true }))

describe('Prometheus', skipWithout('promtool'), () => {
  it('takes the configuration and the rules', async () => {
    await run('promtool', ['check', 'config', join(DEPLOY, 'prometheus/prometheus.yaml')])
  })

  it('fires the alerts when it should', async () => {
    await run('promtool', ['test', 'rules', join(DEPLOY, 'prometheus/alerts.test.yaml')])
  })
})

interface PrometheusData {
  readonly result?: readonly unknown[]
  readonly alerts?: readonly { readonly labels: { readonly alertname: string } }[]
}

/** Runs Prometheus with the shipped files, but for the target and the pace. */
async function watch(t: TestContext, targetOf: (own: number) => number) {
  const port = await freePort()
  const home = mkdtempSync(join(folder, 'prometheus-'))
  cpSync(join(DEPLOY, 'prometheus'), home, { recursive: true })
  const file = join(home, 'prometheus.yaml')
  const text = readFileSync(file, 'utf8')
    .replace(/localhost:\d+/, `127.0.0.1:${targetOf(port)}`)
    .replaceAll('15s', '1s')
  writeFileSync(file, text)
  const process = spawn(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${home}/data`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: 'ignore' },
  )
  t.after(() => process.kill('SIGKILL'))
  /** Undefined while it starts. */
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined)
    if (!answer?.ok) return undefined
    return ((await answer.json()) as { readonly data: PrometheusData }).data
  }
  return {
    hasRows: (query: string) =>
      becomes(async () => ((await ask(`query?query=${encodeURIComponent(query)}`))?.result ?? []).length > 0),
    raises: (alert: string) =>
      becomes(async () =>
        ((await ask('alerts'))?.alerts ?? []).some(each => each.labels.alertname === alert),
      ),
  }
}

describe('a Prometheus that runs', skipWithout('prometheus'), () => {
  it('sees a server by the shipped configuration', async t => {
    const adminPort = await freePort()
    await testServer({ env: { CAIRN_ADMIN_PORT: String(adminPort) } })
    const prometheus = await watch(t, () => adminPort)
    assert.ok(await prometheus.hasRows('up{job="cairn"} == 1'))
    assert.ok(await prometheus.hasRows('cairn_requests_under_way{job="cairn"}'))
  })

  it('says so if its target is not Cairn', async t => {
    const prometheus = await watch(t, own => own)
    assert.ok(await prometheus.raises('CairnNotWatched'))
  })

  it('says so if nothing answers', async t => {
    const nobody = await freePort()
    const prometheus = await watch(t, () => nobody)
    assert.ok(await prometheus.raises('CairnDown'))
  })
})

describe('Helm', skipWithout('helm', 'version'), () => {
  const chart = join(DEPLOY, 'helm/cairn')

  it('finds no fault in the chart', async () => {
    await run('helm', ['lint', '--strict', chart])
    await run('helm', ['lint', '--strict', chart, '--values', join(chart, 'tenants-values.yaml')])
  })

  it('makes a server of many organisations, at the host of each, without settings of one', async () => {
    const { stdout } = await run('helm', [
      'template',
      'cairn',
      chart,
      '--values',
      join(chart, 'tenants-values.yaml'),
    ])
    const made = parseAllDocuments(stdout).map(document => document.toJS())
    const find = (kind: string) => made.find(each => each.kind === kind)
    const { rules, tls } = find('Ingress').spec
    const hosts = ['hospital-a.example.org', 'hospital-b.example.org']
    assert.deepEqual(
      rules.map(({ host }: { host: string }) => host),
      hosts,
    )
    assert.deepEqual(tls[0].hosts, hosts)
    const { data } = find('ConfigMap')
    assert.equal('CAIRN_BASE_URL' in data || 'CAIRN_SYSTEM_ID' in data, false)
    const [container] = find('Deployment').spec.template.spec.containers
    assert.equal(container.envFrom[1].secretRef.name, 'cairn-tenants')
  })

  it('makes the manifests of deploy/kubernetes', async () => {
    const { stdout } = await run('helm', [
      'template',
      'cairn',
      chart,
      '--namespace',
      'cairn',
      '--kube-version',
      '1.30.0',
    ])
    const made = parseAllDocuments(stdout).map(document => document.toJS())
    const { resources } = parse(readFileSync(join(MANIFESTS, 'kustomization.yaml'), 'utf8'))
    for (const file of resources.filter((each: string) => each !== 'namespace.yaml')) {
      const expected = parse(readFileSync(join(MANIFESTS, file), 'utf8'))
      const actual = made.find(({ kind }) => kind === expected.kind)
      // Only Helm needs them: new pods for changed settings, and a volume that outlives the release.
      delete actual.spec?.template?.metadata.annotations['checksum/settings']
      if (file === 'erasures.yaml') delete actual.metadata.annotations
      assert.deepEqual(actual, expected, file)
    }
    assert.equal(made.length, resources.length - 1)
  })
})

describe('kubernetes-validate', skipWithout('kubernetes-validate'), () => {
  it('takes every manifest', async () => {
    const files = readdirSync(MANIFESTS).filter(file => file !== 'kustomization.yaml')
    await run('kubernetes-validate', ['--strict', ...files.map(file => join(MANIFESTS, file))])
  })
})
