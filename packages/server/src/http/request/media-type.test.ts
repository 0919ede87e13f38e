import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { processorSeconds } from '../../../../openehr/fixtures/processor-time.ts'
import { negotiate, parseMediaType } from './media-type.ts'

/** As one text: essence and parameters, in order. */
const read = (text: string): string | undefined => {
  const media = parseMediaType(text)
  return (
    media && [media.essence, ...[...media.parameters].map(([name, value]) => `${name}=${value}`)].join('|')
  )
}

describe('a media type', () => {
  const good: [text: string, read: string][] = [
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['application/openehr.wt.flat+json', 'application/openehr.wt.flat+json'],
    ['text/plain;charset=utf-8', 'text/plain|charset=utf-8'],
    ['text/plain ; Charset=UTF-8', 'text/plain|charset=UTF-8'],
    ['text/plain\t;\tcharset="utf-8"', 'text/plain|charset=utf-8'],
    ['text/plain;a="b;c,d"', 'text/plain|a=b;c,d'],
    ['text/plain;a="\\"q\\\\"', 'text/plain|a="q\\'],
    ['text/plain;a=""', 'text/plain|a='],
    ['text/plain;', 'text/plain'],
    ['text/plain;;a=b', 'text/plain|a=b'],
    ["a!#$%&'*+.^_`|~1/b", "a!#$%&'*+.^_`|~1/b"],
    ['*/*;q=0.5', '*/*|q=0.5'],
  ]
  for (const [text, expected] of good)
    it(`${JSON.stringify(text)} is read`, () => assert.equal(read(text), expected))

  const bad = [
    '',
    ' ',
    'application',
    '/',
    'application/',
    '/json',
    ' application/json',
    'application/json ',
    'application /json',
    'application/ json',
    'application/json,text/plain',
    'application/json text',
    'application/json;charset',
    'application/json;charset=',
    'application/json;=utf-8',
    'application/json;charset =utf-8',
    'application/json;charset= utf-8',
    'application/json;charset="utf-8',
    'application/json;charset=utf-8"',
    'application/json;charset="a"b',
    'application/json;charset=a;charset=b',
    'application/json;charset=a;CHARSET=a',
    'application/json\n',
    'application/json;a="\n"',
    'application/jsön',
    'application/json/more',
    'application\\json',
  ]
  for (const text of bad) it(`${JSON.stringify(text)} is none`, () => assert.equal(read(text), undefined))

  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/)
  const value = fc.oneof(token, fc.stringMatching(/^[\t !#-~]{0,20}$/))

  it('that was written by the grammar is read back', () => {
    const parameters = fc.uniqueArray(fc.tuple(token, value), {
      selector: ([name]) => name.toLowerCase(),
      maxLength: 4,
    })
    fc.assert(
      fc.property(token, token, parameters, (type, subtype, given) => {
        const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`
        const text = `${type}/${subtype}${given.map(([name, each]) => ` ; ${name}=${quoted(each)}`).join('')}`
        const media = parseMediaType(text)
        assert.equal(media?.essence, `${type}/${subtype}`.toLowerCase())
        assert.deepEqual(
          [...(media?.parameters ?? [])],
          given.map(([name, each]) => [name.toLowerCase(), each]),
        )
      }),
    )
  })

  it('never throws, and what it reads is one essence of two tokens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => {
        const media = parseMediaType(text)
        if (media) assert.match(media.essence, /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/)
      }),
    )
  })

  it('costs time in proportion to its length', () => {
    const long = `a/b${';'.repeat(20_000)}${' '.repeat(20_000)}"`
    const seconds = processorSeconds(() => {
      assert.equal(parseMediaType(long), undefined)
      assert.equal(parseMediaType(`a/b;c="${'\\"'.repeat(20_000)}`), undefined)
    })
    assert.ok(seconds < 3, `${seconds} s of processor time`)
  })
})

describe('negotiation', () => {
  const JSON_XML = ['application/json', 'application/xml']
  const cases: [accept: string | undefined, produced: string[], expected: string | undefined][] = [
    [undefined, JSON_XML, 'application/json'],
    ['', JSON_XML, 'application/json'],
    ['*/*', JSON_XML, 'application/json'],
    ['application/xml', JSON_XML, 'application/xml'],
    ['application/xml, application/json', JSON_XML, 'application/json'],
    ['application/xml, application/json;q=0.9', JSON_XML, 'application/xml'],
    ['application/xml;q=0.5, application/json;q=0.4', JSON_XML, 'application/xml'],
    ['application/*', JSON_XML, 'application/json'],
    ['application/*;q=0.5, application/xml', JSON_XML, 'application/xml'],
    ['*/*, application/json;q=0', JSON_XML, 'application/xml'],
    ['*/*;q=0.1, application/*;q=0', JSON_XML, undefined],
    ['*/*;q=0.1, application/*;q=0, application/xml;q=0.2', JSON_XML, 'application/xml'],
    ['text/html', JSON_XML, undefined],
    ['text/html, */*;q=0.001', JSON_XML, 'application/json'],
    ['application/json;q=0', ['application/json'], undefined],
    ['application/json;q=0.000', ['application/json'], undefined],
    ['application/json;q=1.000', ['application/json'], 'application/json'],
    ['application/json;q=1.1', ['application/json'], undefined],
    ['application/json;q=2', ['application/json'], undefined],
    ['application/json;q=-1', ['application/json'], undefined],
    ['application/json;q=x', ['application/json'], undefined],
    ['APPLICATION/JSON', ['application/json'], 'application/json'],
    ['application/json;a="x,y";q=0.5, application/xml;q=0.4', JSON_XML, 'application/json'],
    ['a/b;x="unclosed, application/xml', JSON_XML, undefined],
    ['nonsense, application/xml', JSON_XML, 'application/xml'],
    [',,application/xml,,', JSON_XML, 'application/xml'],
    ['*', JSON_XML, undefined],
    ['*/json', JSON_XML, undefined],
  ]
  for (const [accept, produced, expected] of cases)
    it(`${JSON.stringify(accept)} of ${produced.length} → ${expected}`, () =>
      assert.equal(negotiate(accept, produced), expected))

  const types = ['application/json', 'application/xml', 'text/plain', 'text/csv']
  const range = fc.constantFrom(...types, 'application/*', 'text/*', '*/*', 'image/png')
  const weight = fc.integer({ min: 0, max: 1000 }).map(thousandths => thousandths / 1000)
  const accept = fc.uniqueArray(fc.tuple(range, weight), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 6,
  })

  /** RFC 9110 section 12.5.1, said the long way: the closest range that matches gives a type its weight. */
  const weightOf = (type: string, ranges: readonly (readonly [string, number])[]) => {
    const group = `${type.split('/')[0]}/*`
    const match = [type, group, '*/*'].map(name => ranges.find(([each]) => each === name)).find(each => each)
    return match?.[1] ?? 0
  }

  it('takes the type of the greatest weight, the first of equals, as RFC 9110 has it', () => {
    fc.assert(
      fc.property(accept, fc.shuffledSubarray(types, { minLength: 1 }), (ranges, produced) => {
        const header = ranges.map(([name, q]) => `${name};q=${q}`).join(', ')
        const best = Math.max(...produced.map(type => weightOf(type, ranges)))
        const expected = best === 0 ? undefined : produced.find(type => weightOf(type, ranges) === best)
        assert.equal(negotiate(header, produced), expected)
      }),
    )
  })

  it('gives back something that is produced, or nothing, for any header at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), header => {
        const chosen = negotiate(header, types)
        assert.ok(chosen === undefined || types.includes(chosen))
      }),
    )
  })
})
