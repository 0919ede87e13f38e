/** Calls on the directory of an EHR, and a tree of folders to send. */
import assert from 'node:assert/strict'
import type { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { idOf, newEhr } from '../records.ts'
import type { Answer, RunningServer } from '../server.ts'
import { clientOf, folder, type Headers } from './contribution-changes.ts'

export const REPRESENTATION = { Prefer: 'return=representation' }

export const TREE = folder('root', {
  folders: [
    folder('emergency', {
      folders: [folder('episode x', { folders: [folder('summary')] }), folder('episode/y')],
    }),
    folder('emergency/deep', { folders: [folder('here')] }),
    folder('Krankenhausaufenthalt ä'),
  ],
})

export const refusedAs = (answer: Answer, expected: number, code: string) =>
  assert.deepEqual([answer.status, answer.json().code], [expected, code], answer.text)

export function directoriesOf(server: RunningServer) {
  const { call } = clientOf(server)
  const post = (ehrId: string, body: unknown = folder('root'), headers: Headers = {}) =>
    call(`POST /ehr/${ehrId}/directory`, body, headers)
  const put = (ehrId: string, uid: string, body: unknown = folder('root'), headers: Headers = {}) =>
    call(`PUT /ehr/${ehrId}/directory`, body, { 'If-Match': `"${uid}"`, ...headers })
  const remove = (ehrId: string, uid: string, headers: Headers = {}) =>
    call(`DELETE /ehr/${ehrId}/directory`, undefined, { 'If-Match': `"${uid}"`, ...headers })
  const get = (ehrId: string, query = '', headers: Headers = {}) =>
    call(`GET /ehr/${ehrId}/directory${query}`, undefined, headers)

  /** A new EHR with a directory, and the uid of its first version. */
  async function withDirectory(body: data.Data = TREE) {
    const ehrId = await newEhr(server)
    const answer = await post(ehrId, body)
    assert.equal(answer.status, 201, answer.text)
    return { ehrId, uid: idOf(answer) }
  }

  return { call, post, put, remove, get, withDirectory }
}
