import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openParts } from './opened-parts.ts'

describe('parts that are opened step by step', () => {
  const closed: string[] = []
  const part = (name: string, error?: Error) => ({
    name,
    close: async () => {
      closed.push(name)
      if (error) throw error
    },
  })

  it('are closed by the whole, the last one first, and all of them if one fails', async () => {
    closed.length = 0
    const whole = await openParts(async opened => {
      opened.add(part('a'))
      opened.add(part('b', new Error('b stays')))
      opened.add(part('c'))
      return opened
    })
    assert.deepEqual(closed, [])
    await assert.rejects(whole.close(), /b stays/)
    assert.deepEqual(closed, ['c', 'b', 'a'])
  })

  it('are closed if a later step fails, with its error', async () => {
    closed.length = 0
    const opening = openParts(async opened => {
      opened.add(part('a'))
      opened.add(part('b', new Error('b stays')))
      throw new Error('c failed')
    })
    await assert.rejects(opening, /c failed/)
    assert.deepEqual(closed, ['b', 'a'])
  })
})
