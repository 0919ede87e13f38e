/** The files of `deploy/`: settings, ports and addresses in them are those that the server has, and they ask for few rights. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse } from 'yaml'
import { settingRows } from '../../packages/server/src/config.ts'
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
    assert.equal(container.image, `cairn:${manifestIn('.').version}`)
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

describe('the guides', () => {
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
      for (const [variable] of guide.matchAll(/\bCAIRN_[A-Z_]+\b/g)) assert.ok(known.has(variable), variable)
    })
  }
})
