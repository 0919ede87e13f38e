import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCommonPassword } from './common-passwords.ts'

describe('a password that attackers try first', () => {
  for (const password of [
    'password1234',
    'P@ssw0rd2026!',
    'Passwort12345',
    'contraseña123',
    'wachtwoord2026',
    'welcome2hospital',
    'Sommer2026!!',
    'qwertyuiop12',
    'asdfghjkl;12',
    '123456789012',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abababababab',
    'letmein-letmein',
    'adminadmin123',
    'cairnadmin2026',
    'correcthorsebatterystaple',
  ])
    it(password, () => assert.equal(isCommonPassword(password), true))

  it('has the name of the person', () => {
    assert.equal(isCommonPassword('theodora-2026', ['theodora', 'Theodora Vance']), true)
    assert.equal(isCommonPassword('theodora-2026'), false)
  })
})

describe('a password that does', () => {
  for (const password of [
    'velvet anchor tumble',
    'gX7#kq2Lw9!z',
    'mein hund frisst socken',
    'tres gatos verdes',
    'Zilverpapier op zee',
  ])
    it(password, () => assert.equal(isCommonPassword(password), false))
})
