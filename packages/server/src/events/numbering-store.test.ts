import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testDatabase } from '../../../../test/database.ts'
import { adoptFeed, findFeedState, moveFeed, numberAtOnce, type Search } from './numbering-store.ts'

const { database } = await testDatabase()

it('a round in one statement adds nothing if another process has run one since the state was read', async () => {
  const first = await findFeedState(database)
  if (!first.is_own) await adoptFeed(database, first.now)
  const state = await findFeedState(database)
  const search: Search = [state.xmax, `${BigInt(state.now_xmax) + 1000n}`, [], state.numbered_from]
  await moveFeed(database, (await findFeedState(database)).now, [])
  assert.equal(await numberAtOnce(database, search, state), undefined)
  const moved = await findFeedState(database)
  assert.equal(await numberAtOnce(database, search, moved), moved.head)
})
