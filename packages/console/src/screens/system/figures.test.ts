import assert from 'node:assert/strict'
import { it } from 'node:test'
import { licencesIn, millisecondsText, sizeText } from './figures.ts'

it('sizes have the unit that keeps them short', () => {
  assert.deepEqual([512, 1536, 300 * 1024 * 1024, 5 * 1024 ** 4].map(sizeText), [
    '512 B',
    '1.5 KB',
    '300 MB',
    '5.0 TB',
  ])
})

it('times are milliseconds, or seconds where they are long', () => {
  assert.deepEqual([0.25, 12.34, 2500].map(millisecondsText), ['0.25 ms', '12 ms', '2.5 s'])
})

it('licences are told apart by their headings', () => {
  assert.deepEqual(licencesIn('# Licenses\n\n## a - 1 (MIT)\n\nText\n\n## b - 2\n'), [
    { name: 'a - 1 (MIT)', text: 'Text' },
    { name: 'b - 2', text: '' },
  ])
})
