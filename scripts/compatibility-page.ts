/** Writes docs/reference/compatibility.md from the tables of cases in test/compatibility, which the tests run. */
import type { CompatibilityCase, CompatibilityPart, CompatibilityTable } from '../test/compatibility/table.ts'
import { entries, wrap } from './markdown.ts'

const INTRODUCTION = `# Compatibility

The habits of existing clients, formats and servers that Cairn accepts beyond the [interface](../interface.md), and
those that it refuses.

\`npm run docs\` writes this page from the tables in \`test/compatibility\`. A test runs each list with examples case by
case; the line below the list names the test. Each item of another list ends with the test that shows it: a file, and
part of its title. \`test/compatibility.test.ts\` fails if there is no such test. To add an item, write the case, or the
test and its row.

*Lenient addresses* are those of \`CAIRN_PREFIXES\`, and all of them with \`CAIRN_WIRE_PROFILE=openehr\`.
`

export const compatibilityPage = (parts: readonly CompatibilityPart[]): string =>
  [INTRODUCTION, ...parts.flatMap(({ heading, tables }) => [`## ${heading}\n`, ...tables.map(section)])].join(
    '\n',
  )

function section(each: CompatibilityTable): string {
  const paragraphs = [
    ...(each.heading === undefined ? [] : [`### ${each.heading}\n`]),
    each.runBy === undefined ? shownTable(each) : runTable(each),
    ...(each.runBy === undefined ? [] : [`${wrap(`Run by \`${each.runBy}\`.`)}\n`]),
    ...(each.notTaken === undefined ? [] : [`${wrap(`Refused: ${each.notTaken}`)}\n`]),
  ]
  return paragraphs.join('\n')
}

const shownTable = ({ idioms, cases }: CompatibilityTable & { readonly runBy?: undefined }): string =>
  listed(
    idioms,
    cases.map(({ idiom, does, shownBy: [file, title] }) => [
      idiom,
      `${sentence(does)} Shown by \`${file}\`, "${plain(title)}".`,
    ]),
  )

const runTable = ({
  idioms,
  cases,
}: {
  readonly idioms: string
  readonly cases: readonly CompatibilityCase[]
}): string =>
  listed(
    idioms,
    cases.map(({ idiom, example = '', does }) => [
      idiom,
      example === '' ? '' : `example: \`${example}\``,
      does,
    ]),
  )

/** Words of a title may hold backticks, which would begin code. */
const plain = (title: string): string => title.replaceAll('`', '\\`')

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** The title says what the rows are about: "requests", "FLAT keys". */
const listed = (idioms: string, rows: readonly (readonly string[])[]): string =>
  `${idioms.charAt(0).toUpperCase()}${idioms.slice(1)}, and what Cairn does:\n\n${entries(rows)}`
