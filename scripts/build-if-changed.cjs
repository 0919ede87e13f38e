/**
 * Builds Cairn, unless the last build was of the same files. Where the development packages are left out (`npm ci --omit=dev`), there is
 * nothing to build with: an existing build is used.
 */
const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const ROOT = join(__dirname, '..')

/** Folders and files at the root that no build reads. */
const UNREAD = new Set(['bench', 'data', 'deploy', 'test'])
/** Folders that builds write, and those of other programs. */
const SKIPPED = new Set(['dist', 'node_modules'])

/** Deleted by `npm ci`, like the packages that the build is made with. */
const DIGEST_FILE = join(ROOT, 'node_modules/.cache/cairn-build')

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !name.endsWith('.tsbuildinfo') && !SKIPPED.has(name))
    .flatMap(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return folder === ROOT && UNREAD.has(entry.name) ? [] : filesIn(path)
      return entry.isFile() ? [path] : []
    })
}

/** Of names and contents: times change when a folder is copied or a branch is checked out. */
function digestOfSources() {
  const digest = createHash('sha256').update(process.version)
  for (const path of filesIn(ROOT).sort())
    digest.update(`${path}\n`).update(createHash('sha256').update(readFileSync(path)).digest())
  return digest.digest('hex')
}

const canBuild = ['typescript/package.json', 'tsx/package.json', 'vite/package.json'].every(file => {
  try {
    return require.resolve(file) !== ''
  } catch {
    return false
  }
})

const isBuilt = ['server/dist/main.js', 'cli/dist/main.js', 'console/dist/index.html'].every(file =>
  existsSync(join(ROOT, 'packages', file)),
)

function build() {
  const digest = digestOfSources()
  if (isBuilt && existsSync(DIGEST_FILE) && readFileSync(DIGEST_FILE, 'utf8') === digest) return 0
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: true,
  })
  if (status !== 0) return status
  mkdirSync(join(DIGEST_FILE, '..'), { recursive: true })
  writeFileSync(DIGEST_FILE, digest)
  return 0
}

const HOW = 'run "npm ci --include=dev && npm run build", then "npm prune --omit=dev --omit=optional"'

function prepare() {
  if (canBuild) return build()
  const isStart = process.env.npm_lifecycle_event === 'prestart'
  if (!isBuilt)
    process.stderr.write(`Cairn is not built, and the packages that build it are not installed: ${HOW}.\n`)
  return isStart && !isBuilt ? 1 : 0
}

process.exitCode = prepare() ?? 1
