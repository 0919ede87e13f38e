/** Examples of records made by a template, in the requested format and detail (openEHR REST 1.1.0). */
import { type FlatProfile, printJson, writeFlat, writeStructured, writeXml } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { EXAMPLE_OBJECT_ID, exampleOf, type Template } from '@cairn-ehr/openehr/template'
import type { Incoming, ParameterDoc } from '../http/index.ts'
import { type AnswerFormat, answerFormatIn, FORMATS, type Format } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { ReadyTemplate } from './template-shelf.ts'

const PRINTERS: Record<Format, (example: RmObject, template: Template, profile?: FlatProfile) => string> = {
  json: printJson,
  xml: example => writeXml(example),
  flat: (example, template, profile) => JSON.stringify(writeFlat(template, example, profile)),
  structured: (example, template, profile) => JSON.stringify(writeStructured(template, example, profile)),
}

export const EXAMPLE_TYPES = Object.keys(FORMATS)

const DETAILS = ['required', 'medium', 'complete'] as const
const TYPES = ['input', 'output'] as const

export const EXAMPLE_PARAMETERS: readonly ParameterDoc[] = [
  {
    name: 'type',
    in: 'query',
    description: '`input` (default): as a client sends it; `output`: with the ids that the server gives.',
    schema: { type: 'string', enum: TYPES },
  },
  {
    name: 'detail_level',
    in: 'query',
    description: '`required` (default), `medium`: one of everything, `complete`: two where there may be.',
    schema: { type: 'string', enum: DETAILS },
  },
  {
    name: 'format',
    in: 'query',
    description: '`JSON`, `XML`, `FLAT` or `STRUCTURED`, for clients that cannot send it in `Accept`.',
    schema: { type: 'string' },
  },
  {
    name: 'profile',
    in: 'query',
    description:
      'Of FLAT and STRUCTURED: `full` (default), or `simple` for the keys of the specification alone.',
    schema: { enum: ['full', 'simple'] },
  },
]

export interface ExampleWanted {
  readonly type: (typeof TYPES)[number]
  readonly detail: (typeof DETAILS)[number]
  readonly form: AnswerFormat
}

function choice<const T extends string>({ query }: Incoming, name: string, among: readonly [T, ...T[]]): T {
  const given = query.get(name) ?? among[0]
  const found = among.find(each => each === given)
  if (!found) throw new Refusal('request.malformed', `${name} is one of ${among.join(', ')}.`)
  return found
}

export const exampleWantedIn = (request: Incoming): ExampleWanted => ({
  type: choice(request, 'type', TYPES),
  detail: choice(request, 'detail_level', DETAILS),
  form: answerFormatIn(request),
})

/** Adds the members that a server adds on a commit. */
const asOutput = (example: RmObject): RmObject => ({
  ...example,
  uid: { _type: 'OBJECT_VERSION_ID', value: `${EXAMPLE_OBJECT_ID}::example.org::1` },
})

export function printExample(
  { template }: ReadyTemplate,
  { type, detail, form, now }: ExampleWanted & { readonly now: Date },
): string {
  const example = exampleOf(template, { detail, now: now.toISOString() })
  return PRINTERS[form.format](type === 'output' ? asOutput(example) : example, template, form.profile)
}
