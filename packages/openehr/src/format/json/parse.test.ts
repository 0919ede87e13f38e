import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorSeconds } from '../../../fixtures/processor-time.ts'
import { Problem } from '../../problem.ts'
import { canonicalize, JSON_LIMITS, parseJson, printJson } from './index.ts'

interface Fault {
  readonly code: string
  readonly path: string
  readonly line: number | undefined
  readonly column: number | undefined
}

function faultOf(input: string | Uint8Array): Fault {
  try {
    parseJson(input)
  } catch (problem) {
    assert.ok(problem instanceof Problem)
    assert.equal(problem.code, 'json.malformed')
    const [finding] = problem.findings
    assert.ok(finding)
    return { code: finding.code, path: finding.path, line: finding.line, column: finding.column }
  }
  assert.fail(`accepted: ${input}`)
}

const codeOf = (input: string | Uint8Array): string => faultOf(input).code

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

test('a document comes out with the keys, order and values it went in with', () => {
  const text =
    '{"_type":"DV_QUANTITY","z":[1,2.5,-3e-7,true,false,null,""],"a":{"ü":"\\u00fc\\n","":{}},"m":[]}'
  assert.equal(printJson(parseJson(text)), JSON.stringify(JSON.parse(text)))
  assert.deepEqual(Object.keys(parseJson(text) as object), ['_type', 'z', 'a', 'm'])
  assert.deepEqual(parseJson(utf8(text)), JSON.parse(text))
})

test('white space and a byte order mark around the value are no part of it', () => {
  assert.equal(parseJson(' \t\r\n 1 \n'), 1)
  assert.deepEqual(parseJson('\ufeff{"a":1}'), { a: 1 })
  assert.deepEqual(parseJson(utf8('\ufeff{"a":1}')), { a: 1 })
})

// RFC 8259, section by section.
const MALFORMED = [
  ...['', ' ', '{', '}', '[', '[1', '[1,', '[1,]', '[,1]', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', "{'a':1}"],
  ...[
    '{"a":1 "b":2}',
    '[1 2]',
    '1 2',
    '{}{}',
    'nul',
    'True',
    'undefined',
    'NaN',
    'Infinity',
    '-Infinity',
    '// x',
  ],
  ...['01', '-', '-01', '+1', '.5', '1.', '1.e1', '1e', '1e+', '0x10', '1_000'],
  ...['"', '"a', '"\\', '"\\x"', '"\\u12"', '"\\u12g4"', '"\\u{41}"', '[1}', '{"a":1]', '\ufeff\ufeff1'],
]
for (const text of MALFORMED) {
  test(`${JSON.stringify(text)} is refused as no JSON`, () => {
    assert.equal(codeOf(text), 'json.syntax')
    assert.equal(codeOf(utf8(text)), 'json.syntax')
  })
}

test('a control character inside a string is refused, and U+0000 in any spelling', () => {
  for (const text of ['"a\tb"', '"a\nb"', '"\u0001"', '"\u0000"', '"\\u0000"', '{"a\\u0000":1}']) {
    assert.equal(codeOf(text), 'json.character')
  }
  assert.equal(parseJson('"\\\\u0000"'), '\\u0000')
})

test('half a surrogate pair is refused, raw, escaped, in a key or in the wrong order; a pair is kept', () => {
  for (const text of ['"\ud800"', '"\udc00"', '"\\ud800"', '"\\udc00"', '"\\ud83d x"', '"\\ude00\\ud83d"']) {
    assert.equal(codeOf(text), 'json.character')
  }
  assert.equal(codeOf('{"\\ud800":1}'), 'json.character')
  assert.equal(codeOf('"\\ud800\\u0041"'), 'json.character')
  assert.equal(parseJson('"\\ud83d\\ude00"'), '😀')
  assert.equal(parseJson('"😀"'), '😀')
})

test('bytes that are not UTF-8 are refused: a stray byte, an overlong form, a surrogate, a cut character', () => {
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0x80]]) {
    assert.equal(codeOf(Uint8Array.of(0x22, ...bytes, 0x22)), 'json.encoding')
  }
})

test('a key that is there twice is refused, also when one is spelled with an escape', () => {
  assert.equal(codeOf('{"a":1,"a":1}'), 'json.key')
  assert.equal(codeOf('{"a":1,"b":{"c":1},"\\u0061":2}'), 'json.key')
  assert.equal(codeOf('{"ü":1,"\\u00fc":2}'), 'json.key')
  assert.equal(codeOf('{"":1,"":2}'), 'json.key')
  assert.deepEqual(parseJson('[{"a":1},{"a":2},{"a":{"a":3}}]'), [{ a: 1 }, { a: 2 }, { a: { a: 3 } }])
})

test('a key that is there twice is found in an object with many keys, and after one with few', () => {
  const members = Array.from({ length: 500 }, (_, at) => `"k${at}":{"x":${at},"y":0}`)
  assert.equal(Object.keys(parseJson(`{${members.join()}}`) as object).length, 500)
  for (const again of ['k0', 'k15', 'k16', 'k17', 'k499']) {
    assert.deepEqual(faultOf(`{${members.join()},"${again}":1}`).path, `/${again}`)
  }
})

test('keys with the same hash are still told apart', () => {
  // "Aa" and "BB" collide under the multiplier 31.
  assert.deepEqual(parseJson('{"Aa":1,"BB":2,"AaBB":3,"BBAa":4}'), { Aa: 1, BB: 2, AaBB: 3, BBAa: 4 })
})

test('an integer key keeps its place or is refused, since JavaScript would sort it first', () => {
  for (const text of ['{"b":1,"1":2}', '{"2":1,"1":2}', '{"b":1,"\\u0031":2}', '{"b":{"c":1,"0":1}}']) {
    assert.equal(codeOf(text), 'json.key')
  }
  for (const text of ['{"0":1,"7":2,"b":3}', '{"b":1,"01":2}', '{"b":1,"-1":2}', '{"b":1,"1.5":2}']) {
    assert.equal(printJson(parseJson(text)), text)
  }
  assert.equal(printJson(parseJson('{"b":1,"4294967295":2}')), '{"b":1,"4294967295":2}')
  assert.equal(codeOf('{"b":1,"4294967294":2}'), 'json.key')
})

test('__proto__ is refused however it is spelled, and no prototype is changed by any key', () => {
  assert.equal(codeOf('{"__proto__":{"polluted":true}}'), 'json.key')
  assert.equal(codeOf('{"a":[{"\\u005f_proto__":1}]}'), 'json.key')
  const value = parseJson('{"constructor":{"prototype":{"polluted":true}},"prototype":1}') as object
  assert.ok(Object.hasOwn(value, 'constructor'))
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.equal('polluted' in {}, false)
  assert.equal(printJson(value), '{"constructor":{"prototype":{"polluted":true}},"prototype":1}')
})

const KEPT = [
  ...[
    '0',
    '-0',
    '0.0',
    '1.0',
    '0.1',
    '-12.50',
    '1e2',
    '1E+2',
    '100e-2',
    '9007199254740992',
    '-9007199254740991',
  ],
  ...['1e22', '1.7976931348623157e308', '5e-324', '2.2250738585072014e-308', '123456789012345680000'],
  // Seventeen digits, as C and Java write doubles.
  ...[
    '0.10000000000000001',
    '148.01210165023805',
    '164.33333333333335',
    '0.000123456789012345678e0'.slice(0, 21),
  ],
  // The double is 743758704485799.25: rounded to as many digits it is …799.3, but no other double is nearer to …799.2.
  ...['743758704485799.2', '-743758704485799.20', '7437587044857992e-1'],
]
for (const text of KEPT) {
  test(`the number ${text} is kept`, () => {
    assert.equal(parseJson(text), Number(text))
    assert.deepEqual(parseJson(`[${text}]`), [Number(text)])
  })
}

const REFUSED_NUMBERS = [
  ...[
    '9007199254740993',
    '-9007199254740993',
    '90071992547409931',
    '12345678901234567890',
    '1e400',
    '-1e400',
  ],
  ...[
    '1e-400',
    '0.1000000000000000055',
    '3.14159265358979323846',
    '1180591620717411303424',
    '9007199254740993.0',
  ],
  ...['900719925474099.31e1', '1e999999999999', '0.123456789012345678'],
]
for (const text of REFUSED_NUMBERS) {
  test(`the number ${text} is refused, with its path`, () => {
    assert.deepEqual(faultOf(`{"value":{"magnitude":${text}}}`), {
      code: 'json.number',
      path: '/value/magnitude',
      line: 1,
      column: 23,
    })
  })
}

test('a number of a million digits is refused at once', () => {
  for (const digits of [`1${'0'.repeat(1_000_000)}1`, `0.${'0'.repeat(1_000_000)}1`, '9'.repeat(1_000_000)]) {
    const seconds = processorSeconds(() => assert.equal(codeOf(`[${digits}]`), 'json.number'))
    assert.ok(seconds < 3, `${seconds} s of processor time`)
  }
})

test('a number next to a power of ten is judged like any other', () => {
  for (let power = -300; power < 300; power += 1) {
    for (const digits of [
      '1.0000000000000001',
      '9.9999999999999999',
      '9.9999999999999998',
      '1.0000000000000002',
    ]) {
      assert.doesNotThrow(() => {
        try {
          parseJson(`${digits}e${power}`)
        } catch (problem) {
          if (!(problem instanceof Problem)) throw problem
        }
      })
    }
  }
})

test('a fault has its line, column and JSON Pointer', () => {
  const text = '{\n  "a/b": [1, {"~": "é"}, {\n    "ö": 1,\n    "c": 1e400 }]\n}'
  const expected = { code: 'json.number', path: '/a~1b/2/c', line: 4, column: 10 }
  assert.deepEqual(faultOf(text), expected)
  assert.deepEqual(faultOf(utf8(text)), expected)
  assert.deepEqual(faultOf('{"a":[{"k":1},{"k":1,"k":2}]}').path, '/a/1/k')
  assert.equal(faultOf(`{"a\\"b\\\\":["${'x'.repeat(5_000_000)}\\\\", 1e400]}`).path, '/a"b\\/1')
  assert.deepEqual(faultOf('{"a":[1,2'), { code: 'json.syntax', path: '/a/1', line: 1, column: 10 })
})

test('depth, array length, members, objects and arrays, string length and size are bounded', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  parseJson(nested(JSON_LIMITS.depth))
  assert.equal(codeOf(nested(JSON_LIMITS.depth + 1)), 'json.limit')
  assert.equal(codeOf('{"a":'.repeat(10_000)), 'json.limit')
  assert.equal(codeOf(`[${'0,'.repeat(1_000_000)}0]`), 'json.limit')
  assert.throws(() => parseJson('[1,2,3]', { items: 2 }), /more than 2 items/)
  assert.throws(() => parseJson('{"a":1,"b":2}', { members: 1 }), /more than 1 members/)
  parseJson('[{},[{}]]', { containers: 4 })
  assert.throws(() => parseJson('[{},[{},{}]]', { containers: 4 }), /more than 4 objects and arrays/)
  assert.equal(codeOf(`[${`[${'{},'.repeat(50_000)}0],`.repeat(4)}0]`), 'json.limit')
  assert.throws(() => parseJson('["abcdef"]', { string: 4 }), /longer than 4/)
  assert.throws(() => parseJson('["abcdef"]', { size: 4 }), /larger than 4/)
})

test('whatever a JSON text holds is read as JSON.parse reads it, from text and from bytes', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), fc.nat(2), (text, space) => {
      const pretty = JSON.stringify(JSON.parse(text), null, space)
      let value: unknown
      try {
        value = parseJson(pretty)
      } catch (problem) {
        assert.ok(problem instanceof Problem)
        fc.pre(false)
      }
      assert.deepEqual(value, JSON.parse(pretty))
      assert.deepEqual(parseJson(utf8(pretty)), JSON.parse(pretty))
      assert.equal(printJson(value), printJson(JSON.parse(pretty)))
    }),
  )
})

test('a damaged text is refused or means what JSON.parse says, never anything else', () => {
  const damage = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', '\\', '{', ']', ',', ':', '0', 'e', '\u0000'),
  )
  fc.assert(
    fc.property(damage, ([text, at, piece]) => {
      const damaged = text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1)
      let native: unknown
      let refused = false
      try {
        native = JSON.parse(damaged)
      } catch {
        refused = true
      }
      if (refused) assert.throws(() => parseJson(damaged), Problem)
      else {
        try {
          assert.deepEqual(parseJson(damaged), native)
        } catch (problem) {
          if (!(problem instanceof Problem)) throw problem
          assert.notEqual(problem.findings[0]?.code, 'json.syntax')
        }
      }
    }),
    { numRuns: 500 },
  )
})

test('every double is kept exactly', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
      assert.ok(parseJson(String(value)) === value)
      assert.ok(parseJson(value.toPrecision(17)) === value)
    }),
  )
})

test('what has no JSON form is refused, never written as null', () => {
  assert.throws(() => printJson({ a: [Number.NaN] }), /NaN has no JSON form \(\/a\/0\)/)
  assert.throws(() => printJson({ a: Number.POSITIVE_INFINITY }), Problem)
  assert.throws(() => printJson(undefined), Problem)
  assert.equal(printJson({ a: null, b: undefined }), '{"a":null}')
})

test('the canonical form sorts members by UTF-16 units', () => {
  // The sorting example of RFC 8785, 3.2.3: seven keys, and the order their values must come in.
  const keys: Record<string, string> = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  }
  const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
  assert.equal(
    canonicalize(keys),
    `{${sorted.map(key => `${JSON.stringify(key)}:${JSON.stringify(keys[key])}`).join()}}`,
  )
})

// RFC 8785, appendix B: the bits of a double and its canonical text.
const NUMBERS: readonly (readonly [string, string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
]
for (const [bits, text] of NUMBERS) {
  test(`the canonical form of the double ${bits} is ${text}`, () => {
    const view = new DataView(new ArrayBuffer(8))
    view.setBigUint64(0, BigInt(`0x${bits}`))
    assert.equal(canonicalize(view.getFloat64(0)), text)
  })
}

test('the canonical form of a whole document is that of RFC 8785, 3.2.4', () => {
  const value = parseJson(`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`)
  assert.equal(
    canonicalize(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('the canonical form refuses NaN, infinities, undefined items and half surrogate pairs', () => {
  for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, [undefined], '\ud800', { '\udc00': 1 }]) {
    assert.throws(() => canonicalize(value), Problem)
  }
})
