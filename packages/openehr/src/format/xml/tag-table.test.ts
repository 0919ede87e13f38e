/** Start tags are read once for each text: a tag that is met again must be read as it would be by itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../problem.ts'
import { parseXml, type XmlElement } from './index.ts'

const namespacesOf = (element: XmlElement): readonly unknown[] => [
  element.namespace,
  ...element.children.flatMap(namespacesOf),
]

test('the same tag has the namespaces that are in force at its place (Namespaces in XML 1.0, 6.1)', () => {
  const prefixed = parseXml('<r xmlns:p="u:1"><p:a/><b xmlns:p="u:2"><p:a/><p:a/></b><p:a/></r>')
  assert.deepEqual(namespacesOf(prefixed), [undefined, 'u:1', undefined, 'u:2', 'u:2', 'u:1'])
  const unprefixed = parseXml('<r><a>1</a><b xmlns="u"><a>1</a><c xmlns=""><a>1</a></c></b><a>1</a></r>')
  assert.deepEqual(namespacesOf(unprefixed), [
    undefined,
    undefined,
    'u',
    'u',
    undefined,
    undefined,
    undefined,
  ])
  const attributes = parseXml(
    '<r xmlns:p="u:1"><a p:x="1"/><b xmlns:p="u:2"><a p:x="1"/></b><a p:x="1"/></r>',
  )
  const keys = [attributes.children[0], attributes.children[1]?.children[0], attributes.children[2]]
  assert.deepEqual(
    keys.map(element => [...(element?.attributes.keys() ?? [])]),
    [['{u:1}x'], ['{u:2}x'], ['{u:1}x']],
  )
})

test('a prefix that is no longer declared is refused, though the same tag was read before', () => {
  assert.throws(() => parseXml('<r><b xmlns:p="u"><p:a/></b><p:a/></r>'), /prefix "p" is not declared/)
})

test('tags that differ only behind a ">" inside a value are told apart', () => {
  const root = parseXml('<r><a b="1>2"/><a b="1>3"/><a b="1>2">x</a><a b="1>2"/></r>')
  assert.deepEqual(
    root.children.map(({ attributes, text }) => [attributes.get('b'), text]),
    [
      ['1>2', ''],
      ['1>3', ''],
      ['1>2', 'x'],
      ['1>2', ''],
    ],
  )
})

test('a tag that was read before counts for the limits of depth and of root elements', () => {
  assert.throws(() => parseXml(`<a>${'<b><b>'.repeat(3)}`, { depth: 4 }), /nested deeper than 4/)
  assert.throws(() => parseXml('<a>x</a><a>x</a>'), /one root element only/)
})

test('tags of any length are told apart by any of their bytes, up to the end of the document', () => {
  for (let length = 1; length < 256; length += 1) {
    const value = 'v'.repeat(length)
    const others = [`${value}w`, `w${value}`, `${value.slice(1)}w`]
    const root = parseXml(
      `<r>${[value, ...others, value, ...others].map(each => `<a b="${each}"/>`).join('')}</r>`,
    )
    assert.deepEqual(
      root.children.map(({ attributes }) => attributes.get('b')),
      [value, ...others, value, ...others],
    )
    assert.throws(() => parseXml(`<${value}></${value.slice(1)}`), Problem)
    assert.throws(() => parseXml(`<${value}></${value}w>`), /closed by another end tag/)
  }
})

interface Node {
  readonly tag: number
  readonly text: string
  readonly children: readonly Node[]
}

const TAGS = [
  ['a', ''],
  ['b', ''],
  ['b', ' x="1"'],
  ['b', ' x="2"'],
  ['p:c', ' p:x="1" y="&lt;"'],
  ['p:c', ' xmlns:p="u:2" p:x="1"'],
  ['d', ' xmlns="u:3"'],
  ['e', " z='>'"],
] as const

const tag = fc.nat({ max: TAGS.length - 1 })
const text = fc.constantFrom('', ' ', 'x', 'x &amp; y', '\n  ', '<![CDATA[<a>]]>', '<!-- <a> -->')

const { node } = fc.letrec<{ node: Node }>(tie => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.record({ tag, text, children: fc.constant([]) }),
    fc.record({ tag, text, children: fc.array(tie('node'), { maxLength: 5 }) }),
  ),
}))

/** The document, each start tag with as many spaces before its end as are asked for. */
function written(node: Node, spaces: () => string): string {
  const { text, children } = node
  const [name, attributes] = TAGS[node.tag] ?? TAGS[0]
  const inside = children.map(child => written(child, spaces) + text).join('')
  return `<${name}${attributes}${spaces()}>${text}${inside}</${name}>`
}

const treeOf = ({ name, prefix, namespace, attributes, text, children }: XmlElement): unknown => ({
  name,
  prefix,
  namespace,
  attributes: [...attributes],
  text,
  children: children.map(treeOf),
})

const outcomeOf = (text: string): unknown => {
  try {
    return treeOf(parseXml(text))
  } catch (problem) {
    assert.ok(problem instanceof Problem)
    return problem.findings[0]?.message
  }
}

test('a document of tags that are met again is the one of tags that are all written differently', () => {
  fc.assert(
    fc.property(node, root => {
      let tags = 0
      const differing = written(root, () => ' '.repeat(tags++))
      const repeating = written(root, () => '')
      assert.deepEqual(
        outcomeOf(`<r xmlns:p="u:1">${repeating}</r>`),
        outcomeOf(`<r xmlns:p="u:1">${differing}</r>`),
      )
    }),
    { numRuns: 500 },
  )
})

test('a document of more names than are kept has each of them', () => {
  const names = Array.from({ length: 3_000 }, (_, at) => `name-${at}`)
  for (let round = 0; round < 2; round++) {
    const root = parseXml(`<r>${names.map(name => `<${name} ${name}="1"/><${name}/>`).join('')}</r>`)
    assert.deepEqual(
      root.children.map(({ name }) => name),
      names.flatMap(name => [name, name]),
    )
    assert.ok(names.every((name, at) => root.children[at * 2]?.attributes.get(name) === '1'))
  }
})
