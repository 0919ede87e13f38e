/** Compositions that cannot be committed: bodies that cannot be read or break their template, and wrong headers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)

const typed = (body: unknown) => JSON.stringify(body)
const wrongUnits = typed(bloodPressure()).replace('mm[Hg]', 'inch')
const BAD: [what: string, body: string, type: string, status: number, code: string][] = [
  ['no JSON', '{"a":', 'application/json', 400, 'json.malformed'],
  ['no XML', '<composition', 'application/xml', 400, 'xml.malformed'],
  [
    'a number that a double cannot hold',
    typed(bloodPressure()).replace('120', '9007199254740993'),
    'application/json',
    400,
    'json.malformed',
  ],
  [
    'a key twice',
    typed(bloodPressure()).replace('"context":', '"context":{},"context":'),
    'application/json',
    400,
    'json.malformed',
  ],
  [
    'a zero byte',
    typed(bloodPressure()).replace('A clinician', '\\u0000'),
    'application/json',
    400,
    'json.malformed',
  ],
  ['a list', '[]', 'application/json', 400, 'request.malformed'],
  ['another class', '{"_type":"EHR_STATUS"}', 'application/json', 400, 'request.malformed'],
  [
    'an unknown template',
    typed(bloodPressure([{ systolic: 1 }], 'Nowhere')),
    'application/json',
    422,
    'data.template_unknown',
  ],
  ['other units', wrongUnits, 'application/json', 422, 'data.invalid'],
  [
    'a media type that is not taken',
    typed(bloodPressure()),
    'text/plain',
    415,
    'request.unsupported_media_type',
  ],
  ['FLAT without a template', '{}', 'application/openehr.wt.flat+json', 400, 'request.malformed'],
]
for (const [what, body, type, status, code] of BAD)
  test(`${what} answers ${status} ${code}`, async () => {
    const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': type },
      body,
    })
    assert.equal(answer.status, status, answer.text)
    assert.equal(answer.json().code, code)
  })

test('all violations come at once, each with its path', async () => {
  const body = typed(bloodPressure([{ systolic: 5000, diastolic: 6000 }])).replace(
    '"name":"A clinician"',
    '"name":""',
  )
  const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  const { errors, validationErrors } = answer.json()
  assert.equal(answer.status, 422)
  assert.ok(errors.length >= 3)
  assert.equal(validationErrors.length, errors.length)
  assert.ok(errors.some((each: { path: string }) => each.path.includes('at0004')))
  assert.ok(errors.some((each: { path: string }) => each.path.includes('at0005')))
})

const WRONG_HEADERS: Record<string, string>[] = [
  { 'openehr-version': 'lifecycle_state.code_string="999"' },
  { 'openehr-version': 'lifecycle_state.code_string="523"' },
  { 'openehr-audit-details': 'change_type.code_string="523"' },
  { 'openehr-audit-details': 'change_type.code_string="251"' },
  { 'openehr-version': 'lifecycle_state.code_string="801"' },
  { 'openehr-audit-details': 'committer' },
  { 'openehr-audit-details': 'colour="red"' },
]
for (const headers of WRONG_HEADERS)
  test(`${JSON.stringify(headers)} answers 400`, async () => {
    assert.equal((await postComposition(server, ehrId, bloodPressure(), headers)).status, 400)
  })
