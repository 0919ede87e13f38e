/**
 * Builds Cairn after `npm ci` and before `npm start`. Where the development packages are left out (`npm ci --omit=dev`), there is nothing
 * to build with: what is built already is used as it is.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const canBuild = ['typescript/package.json', 'tsx/package.json', 'vite/package.json'].every(file => {
  try {
    return require.resolve(file) !== ''
  } catch {
    return false
  }
})

const isBuilt = ['server/dist/main.js', 'cli/dist/main.js', 'console/dist/index.html'].every(file =>
  existsSync(new URL(`../packages/${file}`, import.meta.url)),
)

const HOW = 'run "npm ci --include=dev && npm run build", then "npm prune --omit=dev --omit=optional"'

function prepare() {
  if (canBuild)
    return spawnSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit', shell: true }).status
  const isStart = process.env.npm_lifecycle_event === 'prestart'
  if (!isBuilt)
    process.stderr.write(`Cairn is not built, and the packages that build it are not installed: ${HOW}.\n`)
  return isStart && !isBuilt ? 1 : 0
}

process.exitCode = prepare() ?? 1
