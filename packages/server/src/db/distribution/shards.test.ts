import assert from 'node:assert/strict'
import { it } from 'node:test'
import { reportShards } from './shards.ts'

const MB = 1_000_000

const row = (name: string, shard: number, node: string, megabytes: number) => ({
  name,
  shard,
  node,
  bytes: megabytes * MB,
})

it('sums shards by node and by table', () => {
  const { nodes, tables, uneven } = reportShards([
    row('root', 1, 'a:5432', 2),
    row('root', 2, 'b:5432', 4),
    row('template', 3, 'a:5432', 1),
    row('template', 3, 'b:5432', 1),
  ])
  assert.deepEqual(nodes, [
    { node: 'a:5432', bytes: 3 * MB },
    { node: 'b:5432', bytes: 5 * MB },
  ])
  assert.deepEqual(tables, [
    { name: 'root', shards: 2, bytes: 6 * MB, smallest: 2 * MB, largest: 4 * MB },
    { name: 'template', shards: 1, bytes: 2 * MB, smallest: MB, largest: MB },
  ])
  assert.deepEqual(uneven, [])
})

it('names the shards and nodes that have much more than the others', () => {
  const small = Array.from({ length: 7 }, (_, at) => row('root', at, `n${at}:5432`, 10))
  assert.deepEqual(reportShards([...small, row('root', 7, 'n7:5432', 90)]).uneven, [
    'Node n7:5432 has 4.5 times the average.',
    'root: shard 7 has 4.5 times the average.',
  ])
  const tiny = small.map(each => ({ ...each, bytes: 1000 }))
  assert.deepEqual(reportShards([...tiny, row('root', 7, 'n7:5432', 9)]).uneven, [])
})
