/** Documents packed and read again, against a real database. */
import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { rmClasses } from '@cairn-ehr/openehr/rm'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import fc from 'fast-check'
import { testDatabase } from '../../../../../test/database.ts'
import { bloodPressure, bloodPressureOpt } from '../../../../../test/records.ts'
import { DatabaseError, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { StoredVersion } from '../model.ts'
import { openPacker, type PackedDocument } from './pack.ts'
import { presetWith } from './preset.ts'
import { findChangedPresets, findNewest, insertPreset } from './preset-store.ts'
import {
  type DocumentColumns,
  documentText,
  documentTexts,
  presetCache,
  UnreadableDocument,
} from './unpack.ts'

const { database: db } = await testDatabase()
const template = compileTemplate(bloodPressureOpt())

/** As a new process would have it, which knows no preset yet. */
const newPacker = () =>
  openPacker({ db, templateOf: async () => template, serverDocuments: [], systemId: 'here' })

const version = (data: string | null, templateKey: number | null = 1): StoredVersion => ({
  ehrId: '' as EhrId,
  objectId: '' as ObjectId,
  kind: 'COMPOSITION',
  version: 1,
  systemId: 'here',
  contributionId: '',
  committedAt: new Date(0),
  changeType: 249,
  lifecycle: 532,
  templateKey,
  otherInputs: [],
  envelope: '{}',
  data,
})

const read = ({ data, packed, presetId }: PackedDocument) =>
  documentText(db, { data, packed, preset_id: presetId }, presetCache())

const pressures = (count: number) =>
  JSON.stringify(bloodPressure(Array.from({ length: count }, (_, at) => ({ systolic: 100 + at }))))

describe('a packed document', () => {
  it('is a tenth of its text, and is read as it was', async () => {
    const packer = newPacker()
    for (const count of [1, 5, 15]) {
      const text = pressures(count)
      const packed = await packer.pack(version(text))
      assert.equal(packed.data, null)
      assert.ok((packed.packed?.length ?? 0) < text.length / 8, `${packed.packed?.length} of ${text.length}`)
      assert.equal(await read(packed), text)
    }
  })

  it('is read as it was, whatever it holds, short or long', async () => {
    const packer = newPacker()
    const value = fc.jsonValue({ stringUnit: 'grapheme' })
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(1, 300, 20_000), async (given, times) => {
        const text = JSON.stringify({ ...bloodPressure(), links: Array(times).fill(given) })
        assert.equal(await read(await packer.pack(version(text))), text)
      }),
      { numRuns: 40, verbose: true },
    )
  })

  it('is read with others inside a transaction, with one statement for each preset, one after the other', async () => {
    const texts = [pressures(1), null, pressures(2), pressures(3), '{"_type":"FOLDER"}', pressures(4)]
    const presets = [1, 2, 3].map(number => presetWith(`${number} ${pressures(1)}`))
    for (const [at, preset] of presets.entries())
      await insertPreset(db, { kind: 'COMPOSITION', templateKey: 20 + at }, preset)
    const rows = texts.map((text, at): DocumentColumns => {
      const preset = presets[at % presets.length]
      if (!preset || text === null || text.length < 100) return { data: text, packed: null, preset_id: null }
      return { data: null, packed: deflateRawSync(text, { dictionary: preset.text }), preset_id: preset.id }
    })
    const most = new Set(rows.flatMap(({ preset_id }) => preset_id ?? [])).size
    assert.ok(most > 1)
    await db.transaction(async queries => {
      let [running, asked] = [0, 0]
      const query: typeof queries.query = async (statement, ...given) => {
        asked += 1
        running += 1
        assert.equal(running, 1, 'two statements at once on one connection')
        const found = await queries.query(statement, ...given)
        running -= 1
        return found
      }
      assert.deepEqual(await documentTexts({ ...queries, query }, rows, presetCache()), texts)
      assert.equal(asked, most)
    })
  })

  it('stays as it is where it would not get shorter, and a deletion has none', async () => {
    const packer = newPacker()
    const short = '{"_type":"FOLDER"}'
    assert.deepEqual(await packer.pack(version(short, null)), { data: short, packed: null, presetId: null })
    assert.deepEqual(await packer.pack(version(null)), { data: null, packed: null, presetId: null })
  })
})

describe('presets', () => {
  it('are shared by the documents of a template, also those of another process', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => newPacker().pack(version(pressures(2), 7))))
    assert.equal(first?.presetId, second?.presetId)
    const later = await newPacker().pack(version(pressures(3), 7))
    assert.equal(later.presetId, first?.presetId)
    assert.equal((await findNewest(db, { kind: 'COMPOSITION', templateKey: 7 }))?.count, 1)
  })

  it('get better by a document of another shape, a few times', async () => {
    const packer = newPacker()
    const names = [...new Set([...rmClasses()].flatMap(({ attributes }) => [...attributes.keys()]))]
    /** Attributes of the reference model in an order of their own. */
    const unlike = (at: number) =>
      JSON.stringify(
        Object.fromEntries(names.map((_, index) => [names[(index * (2 * at + 1)) % names.length], {}])),
      )
    const ids = new Set([(await packer.pack(version(pressures(1), 8))).presetId])
    for (let at = 1; at < 9; at++) {
      const text = unlike(at)
      const packed = await packer.pack(version(text, 8))
      assert.equal(await read(packed), text)
      ids.add(packed.presetId)
    }
    assert.ok(ids.size > 1 && ids.size <= 4, `${ids.size} presets`)
  })

  it('cannot be changed or removed', async () => {
    const run = (text: string) => db.execute(sql({ name: 'test.change', text, prepare: false }))
    for (const text of [
      `update cairn.document_preset set text = ''`,
      'delete from cairn.document_preset',
      'truncate cairn.document_preset',
    ])
      await assert.rejects(run(text), DatabaseError)
  })

  it('are missed where they are gone or another: the document is refused, not read wrongly', async () => {
    const unknown = { data: null, packed: Buffer.from([3, 0]), preset_id: 12345 }
    await assert.rejects(documentText(db, unknown, presetCache()), UnreadableDocument)
    const wrong = { ...presetWith('one text'), text: Buffer.from('another text') }
    await insertPreset(db, { kind: 'FOLDER', templateKey: null }, wrong)
    const document = { data: null, packed: Buffer.from([3, 0]), preset_id: wrong.id }
    await assert.rejects(documentText(db, document, presetCache()), UnreadableDocument)
    assert.deepEqual(await findChangedPresets(db), [wrong.id])
  })

  it('make bytes that are none unreadable too', async () => {
    const packed = await newPacker().pack(version(pressures(1)))
    const document = { data: null, packed: Buffer.from('no deflate'), preset_id: packed.presetId }
    await assert.rejects(documentText(db, document), UnreadableDocument)
  })
})
