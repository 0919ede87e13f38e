/** The address that the command line calls, and the one that a server announces, are two settings. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../../packages/server/src/settings/config.ts'
import { testServer } from '../server.ts'
import { cairnIn, settingsOf, testFolder } from './program.ts'

const server = await testServer()
const { CAIRN_SERVER_URL, ...client } = settingsOf(server)
const cairn = cairnIn(testFolder(), client)

const WARNING =
  /^CAIRN_BASE_URL is the address that a server announces\. Set CAIRN_SERVER_URL for the command line, which reads CAIRN_BASE_URL until 30 June 2027 only\.\n$/

describe('the address of the server', () => {
  it('is CAIRN_SERVER_URL, whatever a server on this machine announces', async () => {
    const env = { CAIRN_SERVER_URL, CAIRN_BASE_URL: 'http://127.0.0.1:9' }
    const { code, err } = await cairn(['template', 'list'], { env })
    assert.deepEqual([code, err], [0, ''])
  })

  it('is CAIRN_BASE_URL without it, with one warning', async () => {
    const { code, err } = await cairn(['template', 'list'], { env: { CAIRN_BASE_URL: CAIRN_SERVER_URL } })
    assert.equal(code, 0)
    assert.match(err, WARNING)
  })

  it('is nothing to a server that is started in the same shell', () => {
    const pasted = { ...client, CAIRN_SERVER_URL: 'http://localhost:8080', CAIRN_PORT: '9000' }
    const { config, warnings } = readConfig(pasted)
    assert.deepEqual([config.baseUrl, config.authUrl], ['http://localhost:9000', 'http://localhost:9000'])
    assert.deepEqual(warnings, [])
  })
})
