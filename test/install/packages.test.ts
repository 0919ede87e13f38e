/** Each package can be published: it says what it is, what it needs and what can be imported. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { manifestIn, PACKAGES, ROOT } from './published.ts'

const root = manifestIn('.')
const manifests = new Map(PACKAGES.map(name => [name, manifestIn(`packages/${name}`)]))
const ours = new Set([...manifests.values()].map(({ name }) => name))
const [scope] = manifestIn('packages/cli').name.split('/')

for (const [name, manifest] of manifests)
  describe(manifest.name, () => {
    const read = (file: string) => readFileSync(join(ROOT, 'packages', name, file), 'utf8')

    it('has a name in our scope, a description, a licence and the place of its sources', () => {
      assert.equal(manifest.name, `${scope}/${name}`)
      assert.ok(manifest.description.length > 10)
      assert.equal(manifest.license, 'Apache-2.0')
      assert.equal(manifest.repository.directory, `packages/${name}`)
      assert.match(manifest.repository.url, /^git\+https:\/\//)
      assert.equal(manifest.publishConfig.access, 'public')
      assert.equal(read('LICENSE'), readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
      assert.match(read('README.md'), new RegExp(`^# ${manifest.name}\n`))
    })

    it('has the version and the engines of the whole', () => {
      assert.equal(manifest.version, root.version)
      assert.deepEqual(manifest.engines, root.engines)
    })

    it('needs others of ours in the same version', () => {
      const needed = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
      for (const [dependency, range] of needed) if (ours.has(dependency)) assert.equal(range, root.version)
    })

    it('names what can be imported, and the files that are published', () => {
      assert.ok(Object.keys(manifest.exports).length > 0)
      for (const file of manifest.files.filter(each => each !== 'dist'))
        assert.ok(existsSync(join(ROOT, 'packages', name, file)), file)
    })
  })

describe('the packages', () => {
  it('have one command, cairn', () => {
    const commands = [...manifests.values()].flatMap(({ bin = {} }) => Object.keys(bin))
    assert.deepEqual(commands, ['cairn'])
  })

  it('leave the embedded database out, unless somebody asks for it', () => {
    const embedded = `${scope}/embedded`
    for (const { name, dependencies = {} } of manifests.values())
      assert.ok(!(embedded in dependencies), `${name} brings the embedded database`)
    assert.deepEqual(manifests.get('server')?.peerDependenciesMeta?.[embedded], { optional: true })
  })
})
