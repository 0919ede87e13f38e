/** CSV as spreadsheets write it, and cells by the schema of a datamap. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { CsvFault, parseCsv } from './parse.ts'
import { recordsOf } from './records.ts'

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)

describe('parseCsv', () => {
  it('reads commas, semicolons and tabs, quotes, line ends of every kind and a byte order mark', () => {
    assert.deepEqual(cellsOf('\ufeffa,b\r\n1,"x, ""y""\nz"\r\n'), [
      ['a', 'b'],
      ['1', 'x, "y"\nz'],
    ])
    assert.deepEqual(cellsOf('a;b\n1;2,5\n'), [
      ['a', 'b'],
      ['1', '2,5'],
    ])
    assert.deepEqual(cellsOf('a\tb\n1\t'), [
      ['a', 'b'],
      ['1', ''],
    ])
  })

  it('tells the line of each row, also after cells with several lines, and leaves empty rows out', () => {
    assert.deepEqual(
      parseCsv('a,b\n"x\ny",1\n,\n\nz,2').map(({ line }) => line),
      [1, 2, 6],
    )
  })

  it('takes the apostrophe off that keeps a spreadsheet from running a text', () => {
    assert.deepEqual(cellsOf("a\n'=1+1\n'quoted"), [['a'], ['=1+1'], ["'quoted"]])
  })

  it('says where a quote does not end', () => {
    assert.throws(
      () => parseCsv('a\n"b\nc'),
      (error: unknown) => error instanceof CsvFault && error.line === 2,
    )
    assert.throws(() => parseCsv('a\n"b"c'), CsvFault)
  })

  it('reads back whatever was quoted', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', '\t', "'", ' ', 'é') })
    const row = fc
      .array(cell, { minLength: 2, maxLength: 4 })
      .filter(cells => cells.some(text => text !== ''))
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), rows => {
        const text = [['h', 'i'], ...rows].map(cells => cells.map(quoted).join(',')).join('\r\n')
        const plain = (each: string) => (/^'[=+\-@\t\r]/.test(each) ? each.slice(1) : each)
        assert.deepEqual(
          cellsOf(text).slice(1),
          rows.map(cells => cells.map(plain)),
        )
      }),
    )
  })
})

const coded = {
  type: ['object', 'null'],
  properties: {
    code: { type: 'string', oneOf: [{ const: 'at1', title: 'Sitting' }] },
    value: { type: 'string' },
  },
}
const SCHEMA = {
  properties: {
    uid: { type: 'string', readOnly: true },
    systolic: { type: ['number', 'null'] },
    position: coded,
    weight: { type: 'object', properties: { magnitude: {}, units: {} } },
    fasting: { type: ['boolean', 'null'] },
    note: { anyOf: [{ type: 'string' }, coded, { type: 'null' }] },
  },
}

const rowOf = (head: string, row: string) => recordsOf(parseCsv(`${head}\n${row}`), SCHEMA).rows[0]

describe('recordsOf', () => {
  it('makes cells of the types that the schema has', () => {
    const row = rowOf(
      'ehr_id,systolic,position,weight,weight.units,fasting,note',
      'e1,120.5,sitting,70,kg,TRUE,fine',
    )
    assert.deepEqual(row?.faults, [])
    assert.equal(row?.ehrId, 'e1')
    assert.deepEqual(row?.record, {
      systolic: 120.5,
      position: { code: 'at1', value: 'Sitting' },
      weight: { magnitude: 70, units: 'kg' },
      fasting: true,
      note: 'fine',
    })
  })

  it('leaves empty cells out, and keeps a code that is not listed for the server to judge', () => {
    const row = rowOf('systolic,position,position.code', ',Standing,at9')
    assert.deepEqual(row?.record, { position: { code: 'at9', value: 'Standing' } })
  })

  it('tells faults by line and column', () => {
    const row = rowOf('systolic,position,fasting', '"12,5",lying,maybe')
    assert.deepEqual(
      row?.faults.map(({ line, column }) => [line, column]),
      [
        [2, 'systolic'],
        [2, 'position'],
        [2, 'fasting'],
      ],
    )
    assert.match(row?.faults[1]?.message ?? '', /one of Sitting \(at1\)/)
  })

  it('tells columns that are not there, that the server sets, and that are there twice', () => {
    const { faults } = recordsOf(parseCsv('sistolic,uid,note,note\n1,2,3,4'), SCHEMA)
    assert.deepEqual(
      faults.map(({ column, message }) => [column, message.split(':')[0]?.split(';')[0]]),
      [
        ['sistolic', 'The datamap has no such column'],
        ['uid', 'The server sets this field'],
        ['note', 'The column is there twice.'],
      ],
    )
  })
})
