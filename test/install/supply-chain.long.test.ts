/** Packages of others and builds of ours: only from the registry, nothing runs at installation, the same build twice. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { record } from '../hard-use/report.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const REGISTRY = 'https://registry.npmjs.org/'

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>
}
const foreign = Object.entries(packages).filter(
  ([path, { link = false }]) => path.startsWith('node_modules/') && !link,
)
const inProduction = foreign.filter(([, { dev = false, optional = false }]) => !dev && !optional)

/** Digest of every file below a folder. */
function digestOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (statSync(path).isFile() && !name.endsWith('.tsbuildinfo'))
      hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function compile(name: string): string {
  const out = mkdtempSync(join(tmpdir(), 'cairn-build-'))
  try {
    const project = join(ROOT, 'packages', name, 'tsconfig.json')
    const program = join(ROOT, 'node_modules/typescript/bin/tsc')
    const build = ['--outDir', out, '--tsBuildInfoFile', join(out, 'build.tsbuildinfo')]
    execFileSync(process.execPath, [program, '-p', project, ...build], { cwd: ROOT, stdio: 'pipe' })
    return digestOf(out)
  } finally {
    rmSync(out, { recursive: true })
  }
}

/** The number of high and critical advisories; undefined where the registry cannot be asked. */
function advisories(): number | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8' })
  const found = (JSON.parse(stdout || '{}') as { metadata?: { vulnerabilities?: Record<string, number> } })
    .metadata?.vulnerabilities
  return found && (found['high'] ?? 0) + (found['critical'] ?? 0)
}

test('packages and builds', { timeout: 900_000 }, () => {
  // Without an address, a package comes from the registry.
  const elsewhere = foreign.filter(
    ([, { resolved = REGISTRY, integrity = '' }]) =>
      !resolved.startsWith(REGISTRY) || !integrity.startsWith('sha512-'),
  )
  assert.deepEqual(
    elsewhere.map(([path]) => path),
    [],
  )
  assert.deepEqual(
    inProduction.filter(([, { hasInstallScript = false }]) => hasInstallScript).map(([path]) => path),
    [],
  )
  const bill = JSON.parse(
    execFileSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 100_000_000,
    }),
  ) as { bomFormat: string; components: unknown[] }
  assert.equal(bill.bomFormat, 'CycloneDX')
  const built = ['openehr', 'server'].map(name => [name, compile(name), compile(name)] as const)
  for (const [name, first, second] of built) assert.equal(first, second, name)
  const found = advisories()
  assert.ok(found === undefined || found === 0, `${found} advisories`)
  record({
    check: '69',
    subject: 'Packages and builds',
    method:
      'the lock file is read; npm sbom makes a CycloneDX bill; the library and the server are compiled twice; npm audit asks for advisories where the registry can be asked',
    figure: `${foreign.length} packages, all from the registry with SHA-512; none of the ${inProduction.length} of production runs a script at installation; ${bill.components.length} components in the bill; the same build twice (${built.map(([, first]) => first.slice(0, 8)).join(', ')}); ${found === undefined ? 'advisories could not be asked for here' : `${found} high or critical advisories`}`,
  })
})
