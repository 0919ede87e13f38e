/** The public cases of FHIRconnect: modules with a template, inputs and expected outputs of both directions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readFlat } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate, type Template } from '@cairn-ehr/openehr/template'
import { corpusPath } from '../../openehr/fixtures/corpus.ts'
import {
  type MappingContext,
  type MappingFile,
  openContext,
  type Resource,
  readMappingFile,
} from '../src/index.ts'

export interface Module {
  readonly name: string
  readonly folder: string
  readonly template: Template
  readonly mappings: MappingContext
}

export interface Case {
  readonly name: string
  readonly input: string
  readonly expected: string
}

const CASES = corpusPath('fhirconnect/cases')

/** Files below a folder, in the order of their names. */
export function filesBelow(folder: string, ending: RegExp): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map(file => join(folder, String(file)))
    .filter(file => ending.test(file))
    .sort()
}

function mappingFilesIn(folder: string): readonly MappingFile[] {
  return filesBelow(folder, /\.ya?ml$/).flatMap(file => {
    const { mapping } = readMappingFile(file.slice(folder.length + 1), readFileSync(file, 'utf8'))
    return mapping === undefined ? [] : [mapping]
  })
}

/** Some expected files have lines that are commented out. */
const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))

/** Every template of a folder, with the context that names it. */
function modulesIn(folder: string, mappingFolder: string): readonly Module[] {
  const files = mappingFilesIn(mappingFolder)
  return filesBelow(folder, /\.opt$/).flatMap(opt => {
    const template = compileTemplate(readFileSync(opt, 'utf8'))
    const context = files.find(file => file.type === 'context' && file.template.id === template.templateId)
    const own = join(opt, '..')
    const mappings = context?.type === 'context' ? openContext(context, files).mappings : undefined
    return mappings === undefined ? [] : [{ name: basename(own), folder: own, template, mappings }]
  })
}

/** The German core data set, of which every module has cases of both directions. */
export const kdsModules = (): readonly Module[] => {
  const folders = readdirSync(join(CASES, 'kds')).filter(name =>
    existsSync(join(CASES, 'kds', name, 'toOpenEHR')),
  )
  return folders.flatMap(name => modulesIn(join(CASES, 'kds', name), join(CASES, 'kds/core')).slice(0, 1))
}

/** Modules of older grammars, with FLAT inputs alone. */
export const olderModules = (): readonly Module[] =>
  ['blood_pressure', 'growth_chart', 'medication_order', 'problemlist'].flatMap(name =>
    modulesIn(join(CASES, name), join(CASES, name)),
  )

/** `Condition-x.json`, `Composition-x.json` and `KDS_x_Composition.json` belong together. */
const keyOf = (file: string): string =>
  basename(file, '.json')
    .replace(/^[A-Z][A-Za-z]+-(?=Composition|mii|KDS)/, '')
    .replace(/^Composition[-_]/, '')
    .replace(/_Composition(?=_|$)/, '')
    .replace(/^KDS_/i, '')

export function casesOf({ folder }: Module, direction: 'toOpenEHR' | 'toFHIR'): readonly Case[] {
  const inputs =
    direction === 'toOpenEHR'
      ? filesBelow(join(folder, 'toOpenEHR/input'), /\.json$/)
      : [...filesBelow(join(folder, 'toOpenEHR/output'), /\.json$/)]
  const outputs = filesBelow(join(folder, direction, 'output'), /\.json$/)
  return outputs.flatMap(expected => {
    const input = inputs.find(file => keyOf(file) === keyOf(expected))
    return input === undefined
      ? []
      : [{ name: basename(direction === 'toFHIR' ? expected : input, '.json'), input, expected }]
  })
}

/** A composition, which some cases have in FLAT. */
export function compositionIn(file: string, template: Template): RmObject {
  const json = readJson(file) as RmObject
  if (json._type === 'COMPOSITION') return json
  return readFlat(template, json, { now: '2025-01-01T00:00:00Z' })
}

export const resourceIn = (file: string): Resource => readJson(file) as Resource
