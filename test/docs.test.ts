/** Holds the reference pages to the tables of the code that they are made from. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { USUAL_PATIENTS } from '../packages/cli/src/demo/identity.ts'
import { CODES } from '../packages/server/src/refusal/index.ts'
import { settingRows } from '../packages/server/src/settings/config.ts'
import { pages } from '../scripts/docs.ts'

const committed = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

describe('docs/reference', () => {
  for (const [path, text] of Object.entries(pages()))
    it(`${path} is what "npm run docs" writes`, () => assert.equal(committed(path), text))

  it('errors.md has an item for each code, with its status', () => {
    const page = committed('docs/reference/errors.md')
    const rows = [...page.matchAll(/^- `([a-z_.]+)` \((\d{3})\): \S/gm)].map(([, code, status]) => [
      code,
      Number(status),
    ])
    const codes = Object.entries(CODES).map(([code, { status }]) => [code, status])
    assert.deepEqual(new Map(rows as [string, number][]), new Map(codes as [string, number][]))
    assert.equal(rows.length, codes.length)
  })

  it('config.md has an item for each setting', () => {
    const page = committed('docs/reference/config.md')
    const rows = [...page.matchAll(/^- `(CAIRN_[A-Z_]+)` \(default:\s/gm)].map(([, variable]) => variable)
    assert.deepEqual(
      rows,
      settingRows().map(({ variable }) => variable),
    )
  })
})

it('the demo hospital has one size in all texts', () => {
  const TEXTS = {
    'README.md': /hospital of\s+(\d+) made-up patients/g,
    'docs/start.md': /demo hospital has (\d+) patients/g,
    'packages/server/src/commands/banner.ts': /hospital of (\d+) made-up patients/g,
    'packages/console/src/screens/overview/load-demo.tsx': /things: (\S+) made-up patients/g,
    'docs/reference/cli.md': /hospital of (\d+) made-up patients/g,
  }
  for (const [path, pattern] of Object.entries(TEXTS)) {
    const sizes = [...committed(path).matchAll(pattern)].map(([, size]) => Number(size))
    assert.ok(sizes.length > 0, path)
    for (const size of sizes) assert.equal(size, USUAL_PATIENTS, path)
  }
})
