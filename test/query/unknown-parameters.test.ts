/** A parameter that neither the call nor the query uses is refused: a mistyped ehr_id must not show everybody. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from './queries.ts'

const LENIENT = '/ehrbase/rest/openehr/v1'
const asked = await asking({ env: { CAIRN_PREFIXES: LENIENT } })
const { send, store } = asked
const one = await newEhr(asked.server)
await record(asked, one, [{ systolic: 120 }])
await record(asked, await newEhr(asked.server), [{ systolic: 160 }])

const ALL = `SELECT ${SYSTOLIC} FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS}`
await store('all', '1.0.0', ALL)
await store('above', '1.0.0', `${ALL} WHERE ${SYSTOLIC} > $least_systolic`)

const PREFIXES = ['/openehr/v1/query', '/v1/query', '/query', `${LENIENT}/query`]
const body = (query_parameters: object) => ({ fetch: 10, offset: 0, query_parameters })
const json = (value: object) => encodeURIComponent(JSON.stringify(value))

/** The message of an answer that must be a 400. */
async function refused(request: string, given?: unknown): Promise<string> {
  const answer = await send(request, given)
  assert.equal(answer.status, 400, `${request}: ${answer.text.slice(0, 200)}`)
  assert.equal(answer.json().code, 'request.unknown_parameter')
  return answer.json().message
}

for (const prefix of PREFIXES)
  describe(prefix, () => {
    for (const name of ['ehrUid', 'ehrId', 'EHR_ID', 'ehr'])
      it(`${name} is not ehr_id, and the answer says so`, async () => {
        for (const request of [
          `GET ${prefix}/all?${name}=${one}`,
          `GET ${prefix}/all/1.0.0?${name}=${one}`,
          `GET ${prefix}/all?query_parameters=${json({ [name]: one })}`,
          `GET ${prefix}/all?query_parameters[${name}]=${one}`,
          `GET ${prefix}/all?query_parameters=${name}%3D${one}`,
          `GET ${prefix}/aql?q=${encodeURIComponent(ALL)}&${name}=${one}`,
        ]) {
          const message = await refused(request)
          assert.match(message, new RegExp(`"${name}"`))
          assert.match(message, /Did you mean "ehr_id"\?/)
        }
        for (const [request, given] of [
          [`POST ${prefix}/all`, body({ [name]: one })],
          [`POST ${prefix}/all/1.0.0`, body({ [name]: one })],
          [`POST ${prefix}/aql`, { q: ALL, query_parameters: { [name]: one } }],
        ] as const)
          assert.match(
            await refused(request, given),
            new RegExp(`"${name}" in query_parameters\\. Did you mean "ehr_id"`),
          )
      })

    it('a parameter of the query is the nearest where it is', async () => {
      for (const message of [
        await refused(`GET ${prefix}/above?least_sistolic=100`),
        await refused(`POST ${prefix}/above`, body({ least_sistolic: 100 })),
      ])
        assert.match(message, /"least_sistolic".*Did you mean "least_systolic"\?/)
    })

    it('a control of another operation is none here', async () => {
      assert.match(await refused(`GET ${prefix}/all?q=${encodeURIComponent(ALL)}`), /"q"/)
      assert.match(await refused(`POST ${prefix}/all?offset=1`, body({})), /"offset"/)
      assert.match(await refused(`POST ${prefix}/all`, body({ fetch: 3 })), /"fetch"/)
    })

    it('ehr_id in the address of a POST is taken at compatible prefixes only', async () => {
      const isLenient = prefix.startsWith('/ehrbase/')
      for (const [path, given] of [
        ['all', body({})],
        ['aql', { q: ALL }],
      ] as const) {
        const request = `POST ${prefix}/${path}?ehr_id=${one}`
        if (!isLenient) assert.match(await refused(request, given), /"ehr_id"/)
        else assert.deepEqual((await send(request, given)).json().rows, [[120]])
      }
    })

    it('what is used goes through', async () => {
      for (const [request, given] of [
        [`GET ${prefix}/all?ehr_id=${one}&offset=0&fetch=5`, undefined],
        [`GET ${prefix}/above?ehr_id=${one}&least_systolic=100`, undefined],
        [`GET ${prefix}/above?$least_systolic=100&query_parameters[ehr_id]=${one}`, undefined],
        [`POST ${prefix}/above`, body({ ehr_id: one, least_systolic: 100 })],
        [`POST ${prefix}/above`, body({ $ehr_id: one, $least_systolic: 100 })],
      ] as const) {
        const answer = await send(request, given)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(answer.json().rows, [[120]])
      }
    })
  })
