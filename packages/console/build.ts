/** Builds the console and the page for operators, and compresses its files once. Does nothing when no source has changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const HERE = import.meta.dirname
const ROOT = join(HERE, '../..')
const DIST = join(HERE, 'dist')
const STAMP = join(DIST, 'inputs.sha256')

/** Everything that the bundle is made from. */
const INPUTS = [
  'packages/console/src',
  'packages/console/public',
  'packages/console/index.html',
  'packages/console/operator.html',
  'packages/console/vite.config.ts',
  'packages/console/build.ts',
  'packages/console/package.json',
  'packages/client/src',
  'packages/openehr/src',
  'package-lock.json',
]

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

function inputDigest(): string {
  const files = INPUTS.map(each => join(ROOT, each)).flatMap(path => {
    const isFile = /\.\w+$/.test(path)
    return isFile ? [path] : filesUnder(path)
  })
  const digest = createHash('sha256')
  for (const file of files.filter(name => !name.endsWith('.test.ts')).sort())
    digest.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  return digest.digest('hex')
}

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Small files gain nothing. */
const COMPRESS_FROM = 1024
const COMPRESSIBLE = /\.(js|css|html|svg|md)$/

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file)
  if (!COMPRESSIBLE.test(file) || bytes.length < COMPRESS_FROM) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  const [gz, br] = await Promise.all([toGzip(bytes, { level: 9 }), toBrotli(bytes, quality)])
  writeFileSync(`${file}.gz`, gz)
  writeFileSync(`${file}.br`, br)
}

const digest = inputDigest()
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== digest) {
  const common = { root: HERE, configFile: join(HERE, 'vite.config.ts'), logLevel: 'warn' } as const
  await build(common)
  // A bundle of its own: chunks that both share would make the first page of the console larger.
  await build({
    ...common,
    publicDir: false,
    build: {
      outDir: join(DIST, 'operator'),
      rollupOptions: { input: join(HERE, 'operator.html') },
    },
  })
  await Promise.all(filesUnder(DIST).map(compress))
  writeFileSync(STAMP, digest)
}
