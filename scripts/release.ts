/**
 * Makes a release: sets the version everywhere, closes the part of the changelog, commits, tags, and packs the packages. Without a
 * version it only packs. Nothing leaves this machine.
 *
 *   npm run release
 *   npm run release 0.2.0 && git push --follow-tags
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gt, valid } from 'semver'
import { releasedFiles } from './release/files.ts'
import { packPackages } from './release/pack.ts'

const root = process.cwd()
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

const packages = readdirSync(join(root, 'packages'))

function release(version: string): void {
  const { version: current } = JSON.parse(read('package.json')) as { version: string }
  if (valid(version) !== version) throw new Error(`"${version}" is not a version of SEMVER, such as 0.2.0.`)
  const isTagged = git('tag', '--list', `v${version}`).trim() !== ''
  if (isTagged || (version !== current && !gt(version, current)))
    throw new Error(`The version ${version} is not newer than what is there: ${current}.`)
  if (git('status', '--porcelain').trim() !== '') throw new Error('Commit or put away your changes first.')
  const files = releasedFiles(read, {
    version,
    date: new Date().toISOString().slice(0, 10),
    packages,
  })
  for (const [path, text] of files) writeFileSync(join(root, path), text)
  git('add', ...files.keys())
  git('commit', '--quiet', '--message', `release: ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Cairn ${version}`)
  process.stdout.write(`Tagged v${version}. Then: git push --follow-tags\n`)
}

try {
  const [, , version] = process.argv
  if (version !== undefined) release(version)
  process.stdout.write(packPackages(root, packages))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
