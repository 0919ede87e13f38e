/** Tasks of the worker threads: pure functions from plain data to plain data. */
import type { Finding } from '@cairn-ehr/openehr'
import { readFlat, readStructured, readXml } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate, type Template } from '@cairn-ehr/openehr/template'
import { compileValidator, type ValidateOptions, type Validator } from '@cairn-ehr/openehr/validate'
import { weightedCache } from '../weighted-cache.ts'

/** A template that threads cache once they have received it. */
export interface TemplateForThread {
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

export const TASKS = {
  describeTemplate,
  compileTemplate: (opt: string): Template => compileTemplate(opt),
  readXml: (bytes: Uint8Array): unknown => readXml(bytes),
  readSimplified: (input: {
    readonly format: 'flat' | 'structured'
    readonly template: TemplateForThread
    readonly value: RmObject
    readonly now: string
  }): RmObject | MissingTemplate => {
    const kept = templateOf(input.template)
    const read = input.format === 'flat' ? readFlat : readStructured
    return kept ? read(kept.template, input.value, { now: input.now }) : 'template'
  },
  validate: (input: {
    readonly template: TemplateForThread
    /** The data as JSON. */
    readonly text: string
    readonly options: ValidateOptions
  }): readonly Finding[] | MissingTemplate => {
    const kept = templateOf(input.template)
    return kept ? kept.validate(JSON.parse(input.text) as RmObject, input.options) : 'template'
  },
}

export type Tasks = typeof TASKS
