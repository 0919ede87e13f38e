/** Writes docs/reference/compatibility.md from the tables of cases in test/compatibility, which the tests run. */
import type { CompatibilityCase, CompatibilityPart, CompatibilityTable } from '../test/compatibility/table.ts'
import { table } from './markdown.ts'

const INTRODUCTION = `# Compatibility

Which habits of existing clients, formats and servers are taken, and which are not. The letter of the
[interface](../interface.md) is always taken; what stands here is taken as well.

\`npm run docs\` writes this page from the tables in \`test/compatibility\`. A table with examples is one that a test runs case by
case, and the line below it names the test. Each row of another table ends with the test that shows it: a file, and words of its
title. \`test/compatibility.test.ts\` fails where there is no such test. To add a row, write the case, or the test and its row.

*Lenient addresses* are those of \`CAIRN_PREFIXES\`, and all of them with \`CAIRN_WIRE_PROFILE=openehr\`.
`

const DOES = 'what Cairn does'

export const compatibilityPage = (parts: readonly CompatibilityPart[]): string =>
  [INTRODUCTION, ...parts.flatMap(({ heading, tables }) => [`## ${heading}\n`, ...tables.map(section)])].join(
    '\n',
  )

function section(each: CompatibilityTable): string {
  const paragraphs = [
    ...(each.heading === undefined ? [] : [`### ${each.heading}\n`]),
    each.runBy === undefined ? shownTable(each) : runTable(each),
    ...(each.runBy === undefined ? [] : [wrapped(`Run by \`${each.runBy}\`.`)]),
    ...(each.notTaken === undefined ? [] : [wrapped(`Not taken: ${each.notTaken}`)]),
  ]
  return paragraphs.join('\n')
}

const shownTable = ({ idioms, cases }: CompatibilityTable & { readonly runBy?: undefined }): string =>
  table(
    [idioms, DOES, 'shown by'],
    cases.map(({ idiom, does, shownBy: [file, title] }) => [idiom, does, `\`${file}\`: ${plain(title)}`]),
  )

const runTable = ({
  idioms,
  cases,
}: {
  readonly idioms: string
  readonly cases: readonly CompatibilityCase[]
}): string =>
  table(
    [idioms, 'example', DOES],
    cases.map(({ idiom, example = '', does }) => [idiom, example === '' ? '' : `\`${example}\``, does]),
  )

/** Words of a title may hold backticks, which would begin code. */
const plain = (title: string): string => title.replaceAll('`', '\\`')

const MOST = 118

/** A paragraph in lines that a person can read. */
function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length >= MOST) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return `${lines.join('\n')}\n`
}
