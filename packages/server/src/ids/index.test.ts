import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { isUuid } from '@cairn-ehr/openehr/rm'
import { isMadeByServer, newObjectId, type ObjectId } from './index.ts'

it('object ids of the server are UUIDs of version 4, and are told from those of others', () => {
  const made = Array.from({ length: 1000 }, newObjectId)
  assert.equal(new Set(made).size, made.length)
  for (const id of made) {
    assert.ok(isUuid(id), id)
    assert.match(id, /^.{14}4.{4}[89ab]/)
    assert.ok(isMadeByServer(id), id)
  }
  const others = Array.from({ length: 1000 }, () => randomUUID() as string as ObjectId)
  assert.ok(others.filter(isMadeByServer).length < 10)
})
