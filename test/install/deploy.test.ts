/** The files of `deploy/`: settings, ports and addresses in them are those that the server has, and they ask for few rights. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse } from 'yaml'
import { readConfig, settingRows } from '../../packages/server/src/settings/config.ts'
import { connectionsOfTenant } from '../../packages/server/src/settings/index.ts'
import { tenantIdIn } from '../../packages/server/src/tenants/tenant.ts'
import { manifestIn, ROOT } from './published.ts'

const read = (file: string): string => readFileSync(join(ROOT, 'deploy', file), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: manifests of others have many shapes
const yaml = (file: string): any => parse(read(file))

const known = new Set(settingRows().map(({ variable }) => variable))

/** Every variable that a file names is a setting of the server. */
function assertKnownSettings(file: string): void {
  for (const [variable] of read(file).matchAll(/\bCAIRN_[A-Z_]+\b/g))
    assert.ok(known.has(variable), `${file} names ${variable}, which is no setting`)
}

describe('deploy', () => {
  it('names only settings that there are', () => {
    const files = readdirSync(join(ROOT, 'deploy'), { recursive: true, withFileTypes: true })
    for (const file of files.filter(each => each.isFile()))
      assertKnownSettings(join(file.parentPath, file.name).slice(join(ROOT, 'deploy').length + 1))
  })
})

/** Prometheus itself listens here. */
const PORT_OF_PROMETHEUS = '9090'

/** Files that run Cairn; systemd takes its settings from the example. */
const WITH_SETTINGS = [
  'cairn.env.example',
  'container/Containerfile',
  'kubernetes/settings.yaml',
  'helm/cairn/values.yaml',
]

describe('every way to run Cairn', () => {
  const settingIn = (file: string, variable: string) =>
    new RegExp(`\\b${variable}(?:=|: )"?([^"\\s]+)`).exec(read(file))?.[1]

  it('has metrics on one port, which Prometheus asks and does not have itself', () => {
    const [target] = yaml('prometheus/prometheus.yaml').scrape_configs[0].static_configs[0].targets
    const [, port] = target.split(':')
    assert.notEqual(port, PORT_OF_PROMETHEUS)
    for (const file of WITH_SETTINGS) assert.equal(settingIn(file, 'CAIRN_ADMIN_PORT'), port, file)
    const [container] = yaml('kubernetes/deployment.yaml').spec.template.spec.containers
    assert.equal(String(container.ports[1].containerPort), port)
    assert.ok(yaml('compose.yaml').services.cairn.ports.includes(`127.0.0.1:${port}:${port}`))
  })

  it('keeps the erasure log, on a volume of its own', () => {
    for (const file of WITH_SETTINGS)
      assert.equal(settingIn(file, 'CAIRN_ERASURE_LOG'), '/var/lib/cairn/erasures.ndjson', file)
    assert.ok(yaml('compose.yaml').services.cairn.volumes.includes('erasures:/var/lib/cairn'))
    const [container] = yaml('kubernetes/deployment.yaml').spec.template.spec.containers
    const mount = container.volumeMounts.find((each: { name: string }) => each.name === 'erasures')
    assert.equal(mount.mountPath, '/var/lib/cairn')
    assert.match(read('systemd/cairn.service'), /^StateDirectory=cairn$/m)
  })

  it('has memory for the heap and all threads', () => {
    const workers = Number(
      settingRows()
        .find(each => each.variable === 'CAIRN_QUERY_WORKERS')
        ?.default.replaceAll('`', ''),
    )
    // One thread more for short queries, two for large requests, one for verification; 512 MB for buffers.
    const threads = (workers + 1 + 2 + 1) * 512
    const heap = (options: string) => Number(/--max-old-space-size=(\d+)/.exec(options)?.[1])
    const megabytes = (limit: string) => Number.parseInt(limit, 10) * 1024
    const { cairn } = yaml('compose.yaml').services
    const [container] = yaml('kubernetes/deployment.yaml').spec.template.spec.containers
    const kubernetes = yaml('kubernetes/settings.yaml').data
    for (const [limit, options] of [
      [cairn.mem_limit, cairn.environment.NODE_OPTIONS],
      [container.resources.limits.memory, kubernetes.NODE_OPTIONS],
    ])
      assert.ok(megabytes(limit) >= heap(options) + threads + 512, `${limit} for ${options}`)
  })

  it('takes base images of one exact version', () => {
    const images = [
      ...[...read('container/Containerfile').matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, image]) => image),
      yaml('compose.yaml').services.database.image,
    ]
    assert.equal(images.length, 2)
    for (const image of images) assert.match(image, /^\w+:\d+\.\d+(\.\d+)?-/)
  })
})

describe('.dockerignore', () => {
  const patterns = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const source = line
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/^\*\*\//, '<any>')
        .replace(/\*/g, '[^/]*')
      return new RegExp(`^${source.replace('<any>', '(?:.*/)?')}(?:/|$)`)
    })
  const isLeftOut = (file: string) => patterns.some(pattern => pattern.test(file))

  it('leaves out every secret that the guides have a reader write', () => {
    for (const file of [
      'deploy/cairn.env',
      'deploy/database.password',
      'deploy/database-owner.password',
      'deploy/tenants.env',
      'deploy/operator.password',
      'deploy/postgres.password',
      'deploy/kubernetes/secret.yaml',
      'data/secret.key',
      'secret.key',
      'deploy/nginx/tls/server.pem',
      'deploy/tls.key',
      '.env',
      '.env.local',
      'deploy/erasures.ndjson',
    ])
      assert.ok(isLeftOut(file), file)
  })

  it('leaves in what the build needs', () => {
    for (const file of ['package.json', '.npmrc', 'deploy/container/build.sh', 'packages/server/src/main.ts'])
      assert.ok(!isLeftOut(file), file)
  })
})

describe('deploy/compose.yaml', () => {
  const { services, secrets } = yaml('compose.yaml')

  it('runs Cairn unprivileged, on a read-only root, after a database that is healthy', () => {
    const { cairn } = services
    assert.equal(cairn.read_only, true)
    assert.deepEqual(cairn.cap_drop, ['ALL'])
    assert.ok(cairn.security_opt.includes('no-new-privileges:true'))
    assert.equal(cairn.depends_on.database.condition, 'service_healthy')
    assert.ok(services.database.healthcheck.test.includes('pg_isready'))
    assert.deepEqual(Object.keys(secrets), ['database_password', 'database_owner_password'])
    assert.equal(services.database.environment.POSTGRES_USER, 'cairn_owner')
    assert.ok(services.database.volumes.some((volume: string) => volume.includes('database-roles.sh')))
  })

  it('is not reachable from outside without a proxy', () => {
    for (const port of services.cairn.ports) assert.match(port, /^127\.0\.0\.1:/)
    assert.equal(services.database.ports, undefined)
  })
})

describe('a server of many organisations', () => {
  const { services, secrets } = yaml('compose.tenants.yaml')
  const plain = yaml('compose.yaml').services
  const example = Object.fromEntries(
    [...read('tenants.env.example').matchAll(/^(CAIRN_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  const values = yaml('helm/cairn/tenants-values.yaml')
  const SECRETS = {
    CAIRN_SECRET_KEY: 'a secret key that is long enough for a test',
    CAIRN_TENANTS_URL: 'postgresql://cairn_operator:x@database:5432/cairn_tenants',
  }
  const room = (settings: Readonly<Record<string, string>>): number => {
    const { config } = readConfig({ ...settings, ...SECRETS })
    return Math.floor(config.tenantConnections / connectionsOfTenant(config))
  }

  it('runs by compose as one of one organisation does, on a database that has the registry', () => {
    const { env_file: settings, ...cairn } = services.cairn
    const { env_file: _plain, ...expected } = plain.cairn
    assert.deepEqual(cairn, expected)
    assert.deepEqual(settings, ['tenants.env'])
    assert.equal(services.database.image, plain.database.image)
    assert.equal(services.database.ports, undefined)
    assert.ok(services.database.volumes.some((volume: string) => volume.includes('tenants-registry.sh')))
    assert.deepEqual(services.database.secrets, Object.keys(secrets))
    const script = read('container/tenants-registry.sh')
    assert.match(script, /create role cairn_operator login createdb createrole password/)
    assert.match(script, /\/run\/secrets\/operator_password/)
  })

  it('has settings that the server takes, with room for both, within the connections of PostgreSQL', () => {
    assert.ok(room(example) >= 2)
    const [, most] = /max_connections=(\d+)/.exec(services.database.command.join(' ')) ?? []
    assert.ok(Number(most) > Number(example['CAIRN_TENANT_CONNECTIONS']))
    const chart = { ...yaml('helm/cairn/values.yaml').settings, ...values.settings }
    const given = Object.entries(chart).filter(([name, value]) => name.startsWith('CAIRN_') && value !== null)
    assert.ok(room({ CAIRN_ENV: 'production', ...Object.fromEntries(given) }) >= 2)
  })

  it('has two tenants as an example, which may be the ids and hosts of tenants', () => {
    const tenants = Object.entries<{ name: string; host: string }>(values.tenants)
    assert.equal(tenants.length, 2)
    for (const [id, { name, host }] of tenants) {
      assert.equal(tenantIdIn(id), id)
      assert.ok(name.length > 0)
      assert.match(host, /^[a-z0-9.-]+$/)
      assert.match(read('compose.tenants.yaml'), new RegExp(`tenant create ${id} .*https://${host}`))
    }
  })
})

describe('deploy/kubernetes', () => {
  const { resources } = yaml('kubernetes/kustomization.yaml')
  const manifest = (name: string) => yaml(`kubernetes/${name}.yaml`)
  const { template } = manifest('deployment').spec
  const [container] = template.spec.containers

  it('lists every manifest but the example of the secret', () => {
    const files = readdirSync(join(ROOT, 'deploy/kubernetes'))
    const expected = files.filter(file => !['kustomization.yaml', 'secret.example.yaml'].includes(file))
    assert.deepEqual([...resources].sort(), expected.sort())
  })

  it('asks for no rights that Cairn does not need', () => {
    assert.equal(template.spec.securityContext.runAsNonRoot, true)
    assert.equal(template.spec.automountServiceAccountToken, false)
    assert.equal(container.securityContext.readOnlyRootFilesystem, true)
    assert.equal(container.securityContext.allowPrivilegeEscalation, false)
    assert.deepEqual(container.securityContext.capabilities.drop, ['ALL'])
  })

  it('probes addresses that the server has, and takes settings from what is there', () => {
    assert.equal(container.readinessProbe.httpGet.path, '/health/ready')
    assert.equal(container.livenessProbe.httpGet.path, '/health/live')
    const { version } = manifestIn('.')
    assert.equal(container.image, `cairn:${version}`)
    assert.equal(yaml('helm/cairn/values.yaml').image, `cairn:${version}`)
    assert.equal(yaml('helm/cairn/Chart.yaml').appVersion, version)
    const [settings, secrets] = container.envFrom
    assert.equal(settings.configMapRef.name, manifest('settings').metadata.name)
    assert.equal(secrets.secretRef.name, manifest('secret.example').metadata.name)
  })

  it('gives the server the time that it takes to stop', () => {
    const grace = Number(manifest('settings').data.CAIRN_SHUTDOWN_GRACE_MS) / 1000
    const [, pause] = container.lifecycle.preStop.exec.command
    assert.ok(template.spec.terminationGracePeriodSeconds > grace + Number(pause) + 3)
  })

  it('has one set of labels', () => {
    const { labels } = template.metadata
    assert.deepEqual(manifest('service').spec.selector, labels)
    assert.deepEqual(manifest('disruption').spec.selector.matchLabels, labels)
    assert.deepEqual(manifest('network').spec.podSelector.matchLabels, labels)
  })
})

describe('deploy/systemd/cairn.service', () => {
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  const skip = hasSystemd ? false : 'systemd-analyze is not installed'
  const folder = mkdtempSync(join(tmpdir(), 'cairn-systemd-'))
  after(() => rmSync(folder, { recursive: true }))
  const unit = join(folder, 'cairn.service')
  // A machine without Cairn has neither its program nor its settings.
  writeFileSync(
    unit,
    read('systemd/cairn.service')
      .replace(/^ExecStart=\S+ \S+/m, `ExecStart=${process.execPath} ${process.execPath}`)
      .replace(/^Documentation=.*\n/m, ''),
  )

  it('passes systemd-analyze verify', { skip }, () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
    })
    const own = stderr.split('\n').filter(line => line.includes('cairn.service'))
    assert.deepEqual(own, [])
    assert.equal(status, 0, stderr)
  })

  it('exposes little: 2.0 or less of 10', { skip }, () => {
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unit]
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  })
})

/** Variables of the command line. */
const OF_COMMANDS = [
  'CAIRN_SERVER_URL',
  'CAIRN_SERVER_AUTH_URL',
  'CAIRN_CLIENT_ID',
  'CAIRN_CLIENT_SECRET',
  'CAIRN_SCOPE',
]

describe('the guides', () => {
  const knownToReaders = new Set([...known, ...OF_COMMANDS])
  for (const page of [
    'docs/guides/install.md',
    'docs/guides/monitor.md',
    'docs/guides/assistants.md',
    'UPGRADING.md',
  ]) {
    const guide = readFileSync(join(ROOT, page), 'utf8')

    it(`${page} names files and pages that there are`, () => {
      const files = [...guide.matchAll(/\bdeploy\/[\w./-]*\w/g)].map(([path]) => path)
      // They are written by the reader, after the example.
      const made = new Set(['deploy/cairn.env', 'deploy/database.password', 'deploy/database-owner.password'])
      for (const path of files.filter(each => !made.has(each))) assert.ok(existsSync(join(ROOT, path)), path)
      for (const [, link = ''] of guide.matchAll(/\]\(([^):]+)\)/g))
        assert.ok(existsSync(join(ROOT, dirname(page), link.split('#')[0] ?? '')), link)
    })

    it(`${page} names settings that there are`, () => {
      for (const [variable] of guide.matchAll(/\bCAIRN_[A-Z_]+\b/g))
        assert.ok(knownToReaders.has(variable), variable)
    })
  }
})
