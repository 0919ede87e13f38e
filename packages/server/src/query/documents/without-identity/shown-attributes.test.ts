import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { rmClass } from '@cairn-ehr/openehr/rm'
import { SHOWN } from './shown-attributes.ts'

describe('the table of what is shown', () => {
  it('has classes and attributes of the reference model', () => {
    for (const [name, attributes] of Object.entries(SHOWN))
      for (const attribute of Object.keys(attributes))
        assert.ok(rmClass(name)?.attributes.has(attribute), `${name}.${attribute}`)
  })

  it('is the documented one', () => {
    const page = readFileSync(
      new URL('../../../../../../docs/figures/0082-shown-attributes.md', import.meta.url),
      'utf8',
    )
    const rows = [...page.matchAll(/^- `(\w+)`(?: \([^)]*\))?: ([\s\S]*?)(?=\n- |\n\n)/gm)].map(
      ([, name = '', cells = '']) => [
        name,
        [...cells.matchAll(/`(\w+)`/g)].map(([, attribute]) => attribute).sort(),
      ],
    )
    assert.deepEqual(
      Object.fromEntries(rows),
      Object.fromEntries(
        Object.entries(SHOWN).map(([name, attributes]) => [name, Object.keys(attributes).sort()]),
      ),
    )
  })
})
