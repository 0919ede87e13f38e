/** Tasks of the worker threads: pure functions from plain data to plain data. */
import { type Finding, Problem } from '@cairn-ehr/openehr'
import { parseJson, readXml } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate, type Template } from '@cairn-ehr/openehr/template'
import {
  compileValidator,
  type ValidateOptions,
  type Validator,
  validateRm,
} from '@cairn-ehr/openehr/validate'
import { weightedCache } from '../collections/index.ts'
import { cutFindings } from '../refusal/index.ts'
import { readSimplified, type SimplifiedData } from './read-simplified.ts'

/** A template that threads cache once they have received it. */
export interface TemplateForThread {
  /** The number of the compiled template in this process. */
  readonly key: number
  /** Characters of its OPT. */
  readonly size: number
  /** Absent in the first attempt, since the thread may have it in its cache. */
  readonly template?: Template
}

/** The result of a task whose thread does not have the template in its cache. */
export type MissingTemplate = 'template'

interface CachedTemplate {
  readonly template: Template
  readonly validate: Validator
  readonly size: number
}

/** Bytes; see `definitions/template-shelf.ts`. */
const MOST_BYTES = 64 * 1024 * 1024
const templates = weightedCache<number, CachedTemplate>({ most: MOST_BYTES, weigh: ({ size }) => 3 * size })

function templateOf({ key, size, template }: TemplateForThread): CachedTemplate | undefined {
  const known = templates.get(key)
  if (known || !template) return known
  const kept = { template, validate: compileValidator(template), size }
  templates.set(key, kept)
  return kept
}

/** Reads the ids of a template. Throws `template.invalid` with all its faults. */
export function describeTemplate(opt: string) {
  const { templateId, uid = null, concept, definition } = compileTemplate(opt)
  return { templateId, uid, concept, archetypeId: definition.archetype.archetypeId }
}

/** Copying an object to the main thread, and working with it there, costs time for each of its parts. */
function refuseManyObjects(value: unknown, most: number): void {
  const waiting = [value]
  for (let count = 1; waiting.length > 0; count++) {
    if (count > most)
      throw new Problem('xml.malformed', `The document has more than ${most} objects and lists.`)
    for (const each of Object.values(waiting.pop() as object))
      if (typeof each === 'object' && each !== null) waiting.push(each)
  }
}

export const TASKS = {
  describeTemplate,
  compileTemplate: (opt: string): Template => compileTemplate(opt),
  /** Only refuses: to send the value to the main thread would take as long as reading it there. */
  checkJson: ({ bytes, objects }: { readonly bytes: Uint8Array; readonly objects: number }): void => {
    parseJson(bytes, { containers: objects })
  },
  readXml: ({ bytes, objects }: { readonly bytes: Uint8Array; readonly objects: number }): unknown => {
    const value = readXml(bytes)
    refuseManyObjects(value, objects)
    return value
  },
  readSimplified: (input: {
    readonly format: 'flat' | 'structured'
    readonly template: TemplateForThread
    readonly value: RmObject
    readonly now: string
    readonly numberNames: boolean
  }): SimplifiedData | MissingTemplate => {
    const kept = templateOf(input.template)
    return kept ? readSimplified(kept.template, input) : 'template'
  },
  validate: (input: {
    readonly template: TemplateForThread
    /** The data as JSON. */
    readonly text: string
    readonly options: ValidateOptions
    /** Most findings to send back. */
    readonly most: number
  }): readonly Finding[] | MissingTemplate => {
    const kept = templateOf(input.template)
    return kept
      ? cutFindings(kept.validate(JSON.parse(input.text) as RmObject, input.options), input.most)
      : 'template'
  },
  validateRm: (input: {
    readonly type: string
    /** The data as JSON. */
    readonly text: string
    readonly most: number
  }): readonly Finding[] =>
    cutFindings(validateRm(JSON.parse(input.text) as RmObject, input.type), input.most),
}

export type Tasks = typeof TASKS
