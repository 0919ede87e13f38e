/** Checks a form or a pasted text as the server will: the same reader, the same validator. */
import { type Finding, Problem } from '@cairn-ehr/openehr'
import {
  flatFindings,
  parseJson,
  readFlat,
  readStructured,
  readXml,
  writeFlat,
} from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate, jsonSchema, webTemplate, webTemplateJson } from '@cairn-ehr/openehr/template'
import { compileValidator, type Lifecycle } from '@cairn-ehr/openehr/validate'
import { type FormDefinition, formDefinition } from './definition.ts'
import { jsonLine, keyLine, pointerOf, xmlLine } from './locate.ts'
import type { TextFormat } from './text-format.ts'
import type { FormValues } from './values.ts'

export interface Checked {
  readonly findings: readonly Finding[]
  /** The composition, where the data could be read at all. */
  readonly composition?: RmObject
}

/** The opened template for readers: its web template and the JSON Schema of its records. */
export interface Described {
  readonly web: Readonly<Record<string, unknown>>
  readonly schema: object
}

/** Records that break the opened template, each with its first finding. */
export interface CheckedAll {
  readonly broken: readonly { readonly index: number; readonly message: string }[]
}

interface CheckOptions {
  readonly lifecycle: Lifecycle
  /** The library has no clock. */
  readonly now: string
}

export interface Checker {
  readonly definition: FormDefinition
  valuesOf(composition: RmObject): FormValues
  check(values: FormValues, options: CheckOptions): Checked
  checkText(text: string, format: TextFormat, options: CheckOptions): Checked
  /** The first finding of each record that has any. */
  checkAll(compositions: readonly RmObject[]): CheckedAll
  describe(): Described
}

/** A finding without a path is about the whole. */
const findingsOf = ({ code, message, findings }: Problem): readonly Finding[] =>
  findings.length > 0 ? findings : [{ path: '', code, message }]

function guarded(check: () => Checked): Checked {
  try {
    return check()
  } catch (error) {
    if (error instanceof Problem) return { findings: findingsOf(error) }
    throw error
  }
}

const isBelow = (key: string, path: string): boolean =>
  key.startsWith(path) && (key.length === path.length || key[path.length] === '|' || key[path.length] === '/')

/** Values that cannot be read keep the others from being checked: so the rest is checked without them, and all findings come at once. */
function checkReadable(values: FormValues, check: (values: FormValues) => Checked): Checked {
  const whole = check(values)
  const unread = whole.findings.flatMap(({ path }) => path.replace(/\|.*$/, '') || [])
  if (whole.composition !== undefined || unread.length === 0) return whole
  const rest = Object.entries(values).filter(([key]) => !unread.some(path => isBelow(key, path)))
  const others = check(Object.fromEntries(rest)).findings.filter(
    ({ path }) => !unread.some(each => isBelow(path, each)),
  )
  return { findings: [...whole.findings, ...others] }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function recordIn(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text)
  if (isRecord(value)) return value
  throw new Problem('json.malformed', 'The text must be a JSON object.')
}

/** Lines that a reader knows itself are kept. */
const withLines = (findings: readonly Finding[], lineOf: (finding: Finding) => number): Finding[] =>
  findings.map(finding => (finding.line === undefined ? { ...finding, line: lineOf(finding) } : finding))

export function openChecker(opt: string): Checker {
  const template = compileTemplate(opt)
  const validate = compileValidator(template)
  const checkFlat = (read: () => RmObject, { lifecycle }: CheckOptions): Checked => {
    const composition = read()
    const findings = flatFindings(template, composition, validate(composition, { lifecycle }))
    return { findings, composition }
  }
  const readers: Readonly<Record<TextFormat, (text: string, options: CheckOptions) => Checked>> = {
    json: (text, { lifecycle }) => {
      const composition = recordIn(text) as RmObject
      const findings = validate(composition, { lifecycle })
      return {
        composition,
        findings: withLines(findings, ({ path }) => jsonLine(text, pointerOf(composition, path))),
      }
    },
    xml: (text, { lifecycle }) => {
      const composition = readXml(text)
      const findings = validate(composition, { lifecycle })
      return {
        composition,
        findings: withLines(findings, ({ path }) => xmlLine(text, pointerOf(composition, path))),
      }
    },
    flat: (text, options) => checkFlat(() => readFlat(template, recordIn(text), options), options),
    structured: (text, options) =>
      checkFlat(() => readStructured(template, recordIn(text), options), options),
  }
  return {
    definition: formDefinition(template),
    valuesOf: composition => writeFlat(template, composition),
    check: (values, options) =>
      checkReadable(values, readable =>
        guarded(() => checkFlat(() => readFlat(template, readable, options), options)),
      ),
    checkAll: compositions => ({
      broken: compositions.flatMap((composition, index) => {
        const [first] = validate(composition, { lifecycle: 'complete' })
        return first ? [{ index, message: `${first.path}: ${first.message}` }] : []
      }),
    }),
    describe: () => ({ web: webTemplateJson(webTemplate(template)), schema: jsonSchema(template) }),
    checkText: (text, format, options) => {
      const checked = guarded(() => readers[format](text, options))
      return { ...checked, findings: withLines(checked.findings, ({ path }) => keyLine(text, path)) }
    },
  }
}
