/** Arranges the labels of a definition as a tree of columns and groups, and finds their faults. */
import type { Finding } from '@cairn-ehr/openehr'
import { groupBy } from '../../collections/index.ts'
import { type Definition, FIXED_FIELDS, type LabelledPath } from '../model.ts'

export const MOST_PATHS = 1000
const LONGEST_LABEL = 100
/** Including the labels of its groups. */
const LONGEST_FULL_LABEL = 500
const ROOT = '._root'

/** A row of the definition, with the rows of its group if it is one. */
export interface ColumnDraft {
  /** Its index in the definition, from 0. */
  readonly index: number
  readonly label: string
  readonly fullLabel: string
  readonly path: string
  /** Present on a group. */
  readonly members?: readonly ColumnDraft[]
}

export interface ArrangedLabels {
  readonly drafts: readonly ColumnDraft[]
  readonly findings: readonly Finding[]
}

/** Makes the JSON Pointer of a finding, also for definitions in XML. */
export const pointerTo = (index: number, member: 'add' | 'path'): string => `/paths/${index}/${member}`

interface Row {
  readonly index: number
  readonly given: LabelledPath
  readonly fullLabel: string
  readonly isGroup: boolean
  readonly parent: string | undefined
}

export function arrangeLabels({ paths }: Definition): ArrangedLabels {
  const wrongNumber = countFault(paths.length)
  if (wrongNumber) return { drafts: [], findings: [wrongNumber] }
  const groups = new Set(paths.filter(({ add }) => add.endsWith(ROOT)).map(({ add }) => withoutRoot(add)))
  const rows = paths.map((given, index): Row => {
    const fullLabel = withoutRoot(given.add)
    const isGroup = given.add.endsWith(ROOT)
    return { index, given, fullLabel, isGroup, parent: longestPrefix(fullLabel, groups) }
  })
  const faulty = rows.flatMap(labelFaults)
  const twice = repeatedLabels(rows)
  const childless = emptyGroups(rows)
  return { drafts: draftsUnder(rows, undefined), findings: [...faulty, ...twice, ...childless] }
}

function countFault(count: number): Finding | undefined {
  if (count > 0 && count <= MOST_PATHS) return undefined
  const message =
    count === 0
      ? 'A datamap shows at least one path.'
      : `A datamap shows at most ${MOST_PATHS} paths; this one has ${count}.`
  return {
    path: '/paths',
    code: 'datamap.paths',
    message,
    found: String(count),
    expected: `1 to ${MOST_PATHS}`,
  }
}

const withoutRoot = (add: string): string => (add.endsWith(ROOT) ? add.slice(0, -ROOT.length) : add)

/** The group that a label belongs to: the longest one that it begins with. */
function longestPrefix(label: string, groups: ReadonlySet<string>): string | undefined {
  for (let dot = label.lastIndexOf('.'); dot > 0; dot = label.lastIndexOf('.', dot - 1))
    if (groups.has(label.slice(0, dot))) return label.slice(0, dot)
  return undefined
}

const ownLabel = ({ fullLabel, parent }: Row): string =>
  parent === undefined ? fullLabel : fullLabel.slice(parent.length + 1)

function draftsUnder(rows: readonly Row[], parent: string | undefined): readonly ColumnDraft[] {
  const byParent = groupBy(rows, row => row.parent)
  const seen = new Set<string>()
  const under = (group: string | undefined): readonly ColumnDraft[] =>
    (byParent.get(group) ?? []).flatMap(row => {
      const key = row.fullLabel
      if (seen.has(key)) return []
      seen.add(key)
      const { index, given, fullLabel, isGroup } = row
      const draft = { index, label: ownLabel(row), fullLabel, path: given.path }
      return [isGroup ? { ...draft, members: under(fullLabel) } : draft]
    })
  return under(parent)
}

/** Rules for a single label; only the first one that it breaks is reported. */
const RULES: readonly { readonly wrong: (label: string, row: Row) => boolean; readonly say: string }[] = [
  { wrong: label => label.trim() === '', say: 'is empty: every path has a label' },
  {
    wrong: (_, row) => ownLabel(row).length > LONGEST_LABEL,
    say: `is longer than ${LONGEST_LABEL} characters`,
  },
  {
    wrong: label => label.length > LONGEST_FULL_LABEL,
    say: `is longer than ${LONGEST_FULL_LABEL} characters with its groups`,
  },
  { wrong: label => /\p{Cc}|[\u2028\u2029]/u.test(label), say: 'holds a control character' },
  { wrong: label => /[,[\]]/.test(label), say: 'holds a comma or a bracket, which order and filters need' },
  { wrong: label => label !== label.trim(), say: 'begins or ends with a blank' },
  { wrong: label => label.startsWith('-'), say: 'begins with "-", which stands for descending order' },
  { wrong: label => / (?:asc|desc)$/i.test(label), say: 'ends with a word that stands for an order' },
  { wrong: label => /^\.|\.\.|\.$/.test(label), say: 'has a dot with nothing before or after it' },
  {
    wrong: label => label.split('.').includes('_root'),
    say: 'has "_root" elsewhere than at its end, where it makes a group',
  },
  {
    wrong: label => label.split('.').includes('__proto__'),
    say: 'is "__proto__", which many JSON readers cannot read',
  },
  {
    wrong: (_, row) => row.parent === undefined && FIXED.has(row.fullLabel),
    say: 'is a field that every record has: choose another',
  },
]

const FIXED: ReadonlySet<string> = new Set(FIXED_FIELDS)

function labelFaults(row: Row): readonly Finding[] {
  const label = row.given.add === '_root' ? '' : row.fullLabel
  const broken = RULES.find(({ wrong }) => wrong(label, row))
  if (!broken) return []
  return [fault(row, 'datamap.label', `The label "${printLabel(row.given.add)}" ${broken.say}.`)]
}

function repeatedLabels(rows: readonly Row[]): readonly Finding[] {
  const seen = new Set<string>()
  return rows.flatMap(row => {
    const { fullLabel } = row
    const again = seen.has(fullLabel)
    seen.add(fullLabel)
    if (!again || fullLabel === '') return []
    return [
      fault(row, 'datamap.label', `The label "${printLabel(fullLabel)}" is already used for another path.`),
    ]
  })
}

function emptyGroups(rows: readonly Row[]): readonly Finding[] {
  const parents = new Set(rows.map(({ parent }) => parent))
  return rows
    .filter(({ isGroup, fullLabel }) => isGroup && fullLabel !== '' && !parents.has(fullLabel))
    .map(row =>
      fault(
        row,
        'datamap.group',
        `The group "${printLabel(row.fullLabel)}" has no members: add paths labelled "${printLabel(row.fullLabel)}.…".`,
      ),
    )
}

const fault = ({ index, given }: Row, code: string, message: string): Finding => ({
  path: pointerTo(index, 'add'),
  code,
  message,
  found: printLabel(given.add),
})

/** Shortens and cleans a label for a message. */
const printLabel = (label: string): string => {
  const clean = label.replace(/\p{Cc}|[\u2028\u2029]/gu, '�')
  return clean.length > LONGEST_LABEL ? `${clean.slice(0, LONGEST_LABEL)}…` : clean
}
