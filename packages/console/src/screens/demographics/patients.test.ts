import assert from 'node:assert/strict'
import { it } from 'node:test'
import { personWords } from './patients.ts'

it('a typed text is a name, a birth date or a number', () => {
  const cases: readonly [text: string, words: object | undefined][] = [
    ['Larkspur Percival', { name: 'Larkspur Percival' }],
    ['  müller  ', { name: 'müller' }],
    ["O'Brien 3.2.1950", { name: "O'Brien", birth_date: '1950-02-03' }],
    ['1950-02-03', { birth_date: '1950-02-03' }],
    ['meyer 1950', { name: 'meyer', birth_date: '1950' }],
    ['P0007', { identifier: 'P0007' }],
    ['999 123 4567', { identifier: '999 123 4567' }],
    ['王 小明', { name: '王 小明' }],
    ['- /', undefined],
    ['', undefined],
  ]
  for (const [text, words] of cases) assert.deepEqual(personWords(text), words, text)
})
