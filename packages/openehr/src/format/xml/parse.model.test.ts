/** Holds our parser to another one: the same verdict and the same tree for documents of the corpus and for random ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { corpusFile, corpusIndex, corpusMissing } from '../../../fixtures/corpus.ts'
import { parseXml, type XmlElement } from './index.ts'

interface Tree {
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly children: Tree[]
}

const SHORT_PREFIXES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/XMLSchema-instance': 'xsi:',
  'http://www.w3.org/XML/1998/namespace': 'xml:',
}
const keyOf = (uri: string, local: string) =>
  uri === '' ? local : `${SHORT_PREFIXES[uri] ?? `{${uri}}`}${local}`

/** The tree as the other parser sees it; undefined where it refuses the document. */
function modelTree(text: string): Tree | undefined {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' })
  const open: Tree[] = []
  let root: Tree | undefined
  let isRefused = false
  parser.on('error', () => {
    isRefused = true
  })
  parser.on('opentag', tag => {
    const attributes = Object.values(tag.attributes).filter(
      ({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns',
    )
    const element: Tree = {
      name: tag.local,
      namespace: tag.uri,
      attributes: Object.fromEntries(attributes.map(each => [keyOf(each.uri, each.local), each.value])),
      text: '',
      children: [],
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element && element.children.length > 0 && element.text.trim() === '') element.text = ''
  })
  const addText = (piece: string) => {
    const element = open.at(-1)
    if (element) element.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('doctype', () => {
    isRefused = true
  })
  parser.write(text).close()
  return isRefused ? undefined : root
}

const treeOf = ({ name, namespace, attributes, text, children }: XmlElement): Tree => ({
  name,
  namespace: namespace ?? '',
  attributes: Object.fromEntries(attributes),
  text,
  children: children.map(treeOf),
})

function ourTree(text: string): Tree | undefined {
  try {
    return treeOf(parseXml(text))
  } catch {
    return undefined
  }
}

/** Templates above this size repeat what the smaller ones have. */
const LARGEST = 500_000

test('documents of the corpus give the tree that another parser gives', { skip: corpusMissing }, () => {
  const { opts, instances } = corpusIndex()
  const files = [
    ...opts.filter(({ size }) => size < LARGEST),
    ...instances.filter(({ format }) => format === 'canonical-xml'),
  ].map(({ file }) => file)
  assert.ok(files.length > 200)
  for (const file of files) {
    const text = corpusFile(file).replace(/^\ufeff/, '')
    assert.deepEqual(ourTree(text), modelTree(text), file)
  }
})

const TAGS = ['<a>', '</a>', '<b x="1">', '</b>', '<c/>', '<a />', '</a >', '</ a>', '< a>', '<a/ >', '<1/>']
const NAMES = [
  '<ä/>',
  '<é:b/>',
  '<a-b.c_d/>',
  '<p:d xmlns:p="u">',
  '</p:d>',
  '<a xmlns="u:1">',
  ' xmlns:q="v"',
]
const ATTRIBUTES = [" y='2'", '<a b="<"/>', '<a b="1"c="2"/>', '<a\n b = "1\t2" >', '<a b="&lt;&#10;"/>', '=']
const REFERENCES = ['&amp;', '&#65;', '&#x1F600;', '&#0;', '&#xD800;', '&lt', '&', '&x;']
const SECTIONS = ['<![CDATA[', ']]>', '<!--', '-->', '--', '<?pi d?>', '<?p?>', '<? p?>', '<?XmL a?>', '?>']
const HEADS = ['<?xml version="1.0"?>', '<?xml version="1.1" encoding="utf-8"?>', '<!DOCTYPE']
const CHARACTERS = [
  'x',
  '  ',
  '\n',
  '\r\n',
  '\r',
  '<',
  '>',
  '/',
  '"',
  "'",
  'ä',
  '😀',
  '·',
  '\u0001',
  '\ufffe',
]

test('random documents are taken or refused, and read, as by another parser', () => {
  const tokens = [TAGS, NAMES, ATTRIBUTES, REFERENCES, SECTIONS, HEADS, CHARACTERS].flat()
  const content = fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 14 })
  const document = fc
    .tuple(content, fc.boolean())
    .map(([pieces, isWrapped]) => (isWrapped ? `<r>${pieces.join('')}</r>` : pieces.join('')))
  fc.assert(
    fc.property(document, text => assert.deepEqual(ourTree(text), modelTree(text))),
    { numRuns: 20_000 },
  )
})
