/** Random compositions of public templates, read and written through what is suggested for them: over HTTP, to the database and back. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomInstance } from '@cairn-ehr/openehr/template'
import { corpusFile, corpusMissing } from '../../packages/openehr/fixtures/corpus.ts'
import { satisfiable } from '../../packages/openehr/test/random-instances.ts'
import { seeded } from '../../packages/openehr/test/seeded.ts'
import { suggestDefinition } from '../../packages/server/src/datamap/definition/suggest.ts'
import { idOf, newEhr, postComposition } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import { getRecord, postRecord, putRecord, saveDatamap } from './ward.ts'

const seed = Math.floor(Math.random() * 2 ** 31)
const TEMPLATES = 12
const FIXED = 11

/** Without what every version has of its own. */
const columnsOf = (record: object): object => Object.fromEntries(Object.entries(record).slice(FIXED))

describe(`random compositions through suggested datamaps (seed ${seed})`, {
  skip: corpusMissing,
}, async () => {
  const random = seeded(seed)
  const all = corpusMissing
    ? []
    : satisfiable(60_000).filter(({ template }) => template.definition.rmType === 'COMPOSITION')
  const byId = [...new Map(all.map(each => [each.template.templateId, each])).values()]
  const chosen = byId.toSorted(() => random() - 0.5).slice(0, TEMPLATES)
  const server = await testServer()
  const ehr = await newEhr(server)

  const compositionOf = async (uid: string) => {
    const { uid: _own, ...rest } = (
      await server.call(`GET /openehr/v1/ehr/${ehr}/composition/${uid}`, { scopes: 'api.read' })
    ).json()
    return JSON.stringify(rest)
  }

  /** The record of a composition that was committed as it is. */
  const committed = async (datamap: string, composition: unknown) => {
    const posted = await postComposition(server, ehr, composition)
    assert.equal(posted.status, 201, posted.text)
    const answer = await getRecord(server, idOf(posted).split('::')[0] ?? '', datamap)
    assert.equal(answer.status, 200, answer.text)
    return answer.json().data
  }

  /** A record that cannot be had is refused, for a reason that is told; only stored moments may lack their offset. */
  const keptOrRefused = (answer: Answer, wanted: object): void => {
    if (answer.status < 300) assert.deepEqual(columnsOf(answer.json().data), wanted)
    else if (answer.status === 400) assert.match(answer.text, /with its offset/)
    else {
      assert.equal(answer.status, 422, answer.text)
      assert.ok(answer.json().errors.length > 0)
    }
  }

  for (const { file, template } of chosen)
    it(`${template.templateId}: what is read can be written, changed to another, and made anew`, async () => {
      const datamap = `map ${chosen.findIndex(each => each.file === file)}`
      const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/xml' },
        body: corpusFile(file),
      })
      assert.equal(uploaded.status, 201, uploaded.text)
      await saveDatamap(server, datamap, suggestDefinition(template).paths, template.templateId)

      const one = await committed(datamap, randomInstance(template, random))
      const other = await committed(datamap, randomInstance(template, random))
      const before = await compositionOf(one.uid)
      const same = await putRecord(server, one.uid, one, { datamap })
      assert.equal(same.status, 200, same.text)
      assert.equal(await compositionOf(one.uid), before)
      const wanted = columnsOf(other)
      keptOrRefused(await putRecord(server, one.uid, wanted, { datamap }), wanted)
      const anew = await postRecord(server, ehr, wanted, { datamap })
      if (anew.status === 201) {
        const filled = Object.entries(wanted).filter(([, cell]) => cell !== null)
        const shown = Object.entries(columnsOf(anew.json().data))
        for (const [label, cell] of filled) assert.deepEqual(Object.fromEntries(shown)[label], cell)
      } else keptOrRefused(anew, wanted)
    })
})
