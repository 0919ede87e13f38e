/** Random parties by template over HTTP: sent in one format, they come back equal in every other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { equal, type RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import fc from 'fast-check'
import { PARTY_OPTS } from '../../packages/openehr/fixtures/party-templates.ts'
import {
  parseJson,
  printJson,
  readFlat,
  readStructured,
  readXml,
  writeFlat,
  writeStructured,
  writeXml,
} from '../../packages/openehr/src/format/index.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { ADMIN, KINDS, uploadPartyTemplates } from './parties.ts'
import { randomParty } from './random-parties.ts'

const server = await testServer()
await uploadPartyTemplates(server)

type Template = ReturnType<typeof compileTemplate>

const TEMPLATES = new Map(Object.entries(PARTY_OPTS).map(([type, opt]) => [type, compileTemplate(opt)]))
const options = { now: '2024-05-17T10:30:00Z' }

/** Media type → how a party is written and read. */
const FORMATS: Readonly<
  Record<
    string,
    readonly [(party: RmObject, by: Template) => string, (text: string, by: Template) => RmObject]
  >
> = {
  'application/json': [party => printJson(party), text => parseJson(text) as RmObject],
  'application/xml': [party => writeXml(party), text => readXml(text)],
  'application/openehr.wt.flat+json': [
    (party, by) => JSON.stringify(writeFlat(by, party)),
    (text, by) => readFlat(by, JSON.parse(text), options),
  ],
  'application/openehr.wt.structured+json': [
    (party, by) => JSON.stringify(writeStructured(by, party)),
    (text, by) => readStructured(by, JSON.parse(text), options),
  ],
}

test('a random party that is sent in one format comes back equal in every other', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...KINDS),
    fc.integer(),
    fc.constantFrom(...Object.entries(FORMATS)),
    async (kind, seed, [type, [write]]) => {
      const party = randomParty(kind, seed)
      const template = TEMPLATES.get(kind.toUpperCase())
      assert.ok(template)
      const posted = await server.call(`POST /openehr/v1/demographic/${kind}`, {
        scopes: ADMIN,
        headers: { 'Content-Type': type, 'openehr-template-id': template.templateId },
        body: write(party, template),
      })
      assert.equal(posted.status, 201, posted.text)
      const uid = idOf(posted)
      const expected = { ...party, uid: { _type: 'OBJECT_VERSION_ID', value: uid } }
      for (const [accepted, [, read]] of Object.entries(FORMATS)) {
        const answer = await server.call(`GET /openehr/v1/demographic/${kind}/${uid}`, {
          scopes: ADMIN,
          headers: { Accept: accepted },
        })
        assert.equal(answer.status, 200, answer.text)
        assert.ok(equal(read(answer.text, template), expected), `${type} → ${accepted}\n${answer.text}`)
      }
    },
  )
  await fc.assert(property, { numRuns: 40, endOnFailure: true })
})
