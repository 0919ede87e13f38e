import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isVersionPattern, parseSemVer, pickVersion, printSemVer } from './semver.ts'

describe('a version of a stored query', () => {
  const versions = ['0.0.0', '1.2.3', '1.2.3-beta.1', '999999999.0.0', '1.0.0--', '1.0.0-0a']
  for (const text of versions)
    it(`may be ${text}`, () => assert.equal(printSemVer(parseSemVer(text) ?? assert.fail()), text))

  it('loses its build metadata, which say nothing about order', () =>
    assert.deepEqual(parseSemVer('1.2.3-a+build.7'), parseSemVer('1.2.3-a')))

  const others = ['', '1', '1.2', 'v1.2.3', ' 1.2.3', '1.2.3 ', '=1.2.3', '01.2.3', '1.2.3-01', '1.2.3-']
  for (const text of [
    ...others,
    '1.2.3.4',
    '1.2.x',
    '1000000000.0.0',
    `1.2.3-${'a'.repeat(100)}`,
    '1.2.3+a..b',
  ])
    it(`is not ${JSON.stringify(text.slice(0, 20))}`, () => assert.equal(parseSemVer(text), undefined))
})

describe('a pattern', () => {
  const stored = ['1.0.0', '1.2.0', '1.10.0', '2.0.0-rc.1', '1.2.3', '1.2.4-beta', '3.0.0-beta'].map(
    text => parseSemVer(text) ?? assert.fail(text),
  )
  const picked = (pattern?: string) => {
    const version = pickVersion(stored, pattern)
    return version && printSemVer(version)
  }
  const cases: [pattern: string | undefined, version: string | undefined][] = [
    [undefined, '1.10.0'],
    ['1', '1.10.0'],
    ['1.2', '1.2.3'],
    ['1.2.0', '1.2.0'],
    ['1.2.4', undefined],
    ['1.2.4-beta', '1.2.4-beta'],
    ['2', undefined],
    ['2.0.0-rc.1', '2.0.0-rc.1'],
    ['1.3', undefined],
  ]
  for (const [pattern, version] of cases)
    it(`${pattern ?? 'of nothing'} picks ${version ?? 'none'}`, () => {
      if (pattern !== undefined) assert.ok(isVersionPattern(pattern))
      assert.equal(picked(pattern), version)
    })

  for (const text of [
    '',
    'x',
    '*',
    '1.x',
    '^1',
    '>=1',
    '1.',
    '01',
    '1.2.',
    '1 || 2',
    '1.2.3.4',
    '10000000000',
  ])
    it(`is not ${JSON.stringify(text)}`, () => assert.ok(!isVersionPattern(text)))
})
