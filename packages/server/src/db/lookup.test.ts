/** Look-ups that come together against a real server: each caller has its own row, and its own refusal. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../../../test/database.ts'
import { DatabaseError, lookup, sql } from './index.ts'
import { batchCalls } from './writing/index.ts'

const { database } = await testDatabase()

await database.execute(
  sql({
    name: 'test.create',
    text: 'create table cairn.lookup_test (id int, turn int, word text, primary key (id, turn))',
  }),
)
const words = Array.from({ length: 20 }, (_, id) => `word ${id}`)
await database.execute(
  sql<never, [words: readonly string[]]>({
    name: 'test.fill',
    text: `insert into cairn.lookup_test select place - 1, turn, word || ' ' || turn
           from unnest($1::text[]) with ordinality as w (word, place), generate_series(1, 3) turn`,
  }),
  [words],
)

const lastWord = lookup<{ word: string }, [id: number | string]>({
  name: 'test.lastWord',
  key: { id: 'integer' },
  text: 'select word from cairn.lookup_test where id = key.id order by turn desc',
})
const wordAt = lookup<{ word: string }, [id: number, turn: number]>({
  name: 'test.wordAt',
  key: { id: 'integer', turn: 'integer' },
  text: 'select word from cairn.lookup_test where id = key.id and turn = key.turn',
})

test('every caller has the row of its own key, whoever asks beside it', async () => {
  const key = fc.record({ id: fc.integer({ min: -2, max: 22 }), turn: fc.integer({ min: 0, max: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(key, { maxLength: 40 }), async keys => {
      const found = await Promise.all(keys.map(({ id, turn }) => database.find(wordAt, [id, turn])))
      const expected = keys.map(({ id, turn }) =>
        words[id] !== undefined && turn >= 1 && turn <= 3 ? `${words[id]} ${turn}` : undefined,
      )
      assert.deepEqual(
        found.map(row => row?.word),
        expected,
      )
    }),
    { numRuns: 40 },
  )
})

test('of several rows the first is taken', async () => {
  assert.equal((await database.find(lastWord, [7]))?.word, 'word 7 3')
})

test('calls of one moment are done together, up to the most', async () => {
  const groups: (readonly number[])[] = []
  const door = batchCalls({
    most: 8,
    run: async (items: readonly number[]) => {
      groups.push(items)
      return items.map(item => item * item)
    },
  })
  const answers = await Promise.all([...Array(20).keys()].map(item => door(item)))
  assert.deepEqual(
    groups.map(group => group.length),
    [8, 8, 4],
  )
  assert.deepEqual(
    answers,
    [...Array(20).keys()].map(item => item * item),
  )
})

test('a key that the database refuses is refused alone', async () => {
  const answers = await Promise.allSettled([3, 'none', 5].map(id => database.find(lastWord, [id])))
  assert.deepEqual(
    answers.map(answer => (answer.status === 'fulfilled' ? answer.value?.word : answer.reason.code)),
    ['word 3 3', '22P02', 'word 5 3'],
  )
})

test('within a transaction a look-up sees what the transaction wrote, and nobody else does', async () => {
  const add = sql<never, [id: number]>({
    name: 'test.add',
    text: "insert into cairn.lookup_test values ($1, 1, 'new')",
  })
  await database.transaction(async tx => {
    await tx.execute(add, [100])
    assert.equal((await tx.find(lastWord, [100]))?.word, 'new')
    assert.equal(await database.find(lastWord, [100]), undefined)
  })
  assert.equal((await database.find(lastWord, [100]))?.word, 'new')
})

test('a group that fails for another reason than its values is not done again', async () => {
  let runs = 0
  const door = batchCalls<number, number>({
    most: 8,
    run: async () => {
      runs++
      throw new DatabaseError('08006', 'test')
    },
  })
  const answers = await Promise.allSettled([door(1), door(2)])
  assert.deepEqual(
    answers.map(answer => answer.status),
    ['rejected', 'rejected'],
  )
  assert.equal(runs, 1)
})
