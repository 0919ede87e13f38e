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

function ourRoot(text: string): XmlElement | undefined {
  try {
    return parseXml(text)
  } catch {
    return undefined
  }
}

function ourTree(text: string): Tree | undefined {
  const root = ourRoot(text)
  return root && treeOf(root)
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

function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* elementsOf(child)
}

test('line and column of every element of the corpus are those of its start tag', {
  skip: corpusMissing,
}, () => {
  const files = corpusIndex().opts.filter(({ size }) => size < LARGEST)
  for (const { file } of files) {
    const text = corpusFile(file).replace(/^\ufeff/, '')
    const lines = text.split(/\r\n|\r|\n/)
    const root = ourRoot(text)
    for (const { name, prefix, line, column } of root === undefined ? [] : elementsOf(root)) {
      const tag = `<${prefix === undefined ? '' : `${prefix}:`}${name}`
      assert.ok(lines[line - 1]?.startsWith(tag, column - 1), `${file}: ${tag} at ${line}:${column}`)
    }
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

const TOKENS = [TAGS, NAMES, ATTRIBUTES, REFERENCES, SECTIONS, HEADS, CHARACTERS].flat()

test('random documents are taken or refused, and read, as by another parser', () => {
  const content = fc.array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 14 })
  const document = fc
    .tuple(content, fc.boolean())
    .map(([pieces, isWrapped]) => (isWrapped ? `<r>${pieces.join('')}</r>` : pieces.join('')))
  fc.assert(
    fc.property(document, text => assert.deepEqual(ourTree(text), modelTree(text))),
    { numRuns: 20_000 },
  )
})

/** Small documents with everything that ours have: a declaration, namespaces, layout, mixed text, references, sections. */
const SEEDS = [
  '<?xml version="1.0" encoding="UTF-8"?>\n<template xmlns="http://schemas.openehr.org/v1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n' +
    '  <language>\n    <code_string>en</code_string>\n  </language>\n  <!-- a note -->\n  <definition xsi:type="C_ARCHETYPE_ROOT">\n' +
    '    <term_definitions code="at0000"><items id="text">Pulse &amp; more</items><items id="x"> </items></term_definitions>\n  </definition>\n</template>\n',
  '<p:a xmlns:p="u:1" xmlns:q="u:2" p:x="1" q:x="2" y=\'a\tb\'>\r\n one <b> two </b>\r\n<![CDATA[ <three> ]]> <c/>&#x20;<?pi data?></p:a>',
  '<a><b xmlns="u:1"><c xmlns=""/><d xmlns:e="u:2"><e:f/></d></b> <b/>\n\n<g>  </g><g> <!-- --> </g><g><![CDATA[]]></g></a>',
]

/**
 * The other parser lets the part after a prefix begin with what begins no name (Namespaces in XML 1.0, section 3), and a question
 * mark follow the name of a processing instruction (XML 1.0, 2.6), and takes half a surrogate pair for a character (2.2).
 */
const LENIENT = /[\s</]\p{L}*:[-.·\d]|<\?\p{L}+\?[^>]|\p{Surrogate}/u

test('a document that was changed in a few places is taken or refused, and read, as by another parser', () => {
  const edit = fc.record({
    at: fc.nat(),
    deleted: fc.integer({ min: 0, max: 6 }),
    inserted: fc.oneof(fc.constant(''), fc.constantFrom(...TOKENS)),
  })
  const mutant = fc
    .tuple(fc.constantFrom(...SEEDS), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([seed, edits]) =>
      edits.reduce((text, { at, deleted, inserted }) => {
        const from = at % (text.length + 1)
        return text.slice(0, from) + inserted + text.slice(from + deleted)
      }, seed),
    )
  fc.assert(
    fc.property(mutant, text => {
      fc.pre(!LENIENT.test(text))
      assert.deepEqual(ourTree(text), modelTree(text))
    }),
    { numRuns: 20_000 },
  )
})
