/** Finds the encoding of an XML document (XML 1.0, appendix F) and decodes it. */

import { Problem } from '../../problem.ts'
import { decodeBytes, type Encoding } from '../bytes.ts'

/** First bytes → encoding: byte order marks, then `<` in two bytes. */
const SIGNATURES: readonly (readonly [readonly number[], Encoding])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
]

/**
 * Names a declaration may give to bytes that carry no signature. `utf-16` is among them because .NET tools write it
 * into documents that they then save as UTF-8.
 */
const DECLARED: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
}

/** Text of an XML document; throws `xml.malformed` for an unknown encoding or bytes that are not valid in theirs. */
export function decodeXml(bytes: Uint8Array): string {
  const encoding = signatureOf(bytes) ?? declaredIn(bytes)
  const text = decodeBytes(bytes, encoding)
  if (text === undefined) throw encodingProblem(`The document is not valid ${encoding.toUpperCase()}`)
  return text
}

function signatureOf(bytes: Uint8Array): Encoding | undefined {
  return SIGNATURES.find(([start]) => start.every((byte, at) => bytes[at] === byte))?.[1]
}

function declaredIn(bytes: Uint8Array): Encoding {
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const name = /^<\?xml[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1]
  if (name === undefined) return 'utf-8'
  const encoding = Object.hasOwn(DECLARED, name.toLowerCase()) ? DECLARED[name.toLowerCase()] : undefined
  if (encoding === undefined)
    throw encodingProblem(`The encoding "${name}" is not supported; send the document as UTF-8`)
  return encoding
}

function encodingProblem(message: string): Problem {
  return new Problem('xml.malformed', message, [
    { path: '/', code: 'xml.encoding', message, line: 1, column: 1 },
  ])
}
