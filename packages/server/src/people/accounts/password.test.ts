import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, isPassword, passwordFault } from './password.ts'

const CHEAP = { N: 2 ** 10, r: 8, p: 1 }

test('the longest password that is accepted opens the account, whatever its characters are', async () => {
  for (const words of ['velvet anchor tumble orchid ', '🌊🏔 velvet 🪨 orchid 🌲 ']) {
    const password = [...words.repeat(20)].slice(0, 200).join('')
    assert.equal(passwordFault(password, []), undefined)
    const stored = await hashPassword(password, CHEAP)
    assert.equal(await isPassword(password, stored, CHEAP), true, words)
    assert.equal(await isPassword(`x${password.slice(1)}`, stored, CHEAP), false)
  }
})
