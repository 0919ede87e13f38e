/** The mappings of the demo hospital, read from their files, with records to try them on. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import { compositionOf } from '../../cli/src/demo/contribution.ts'
import { lifeOf } from '../../cli/src/demo/load.ts'
import { readTemplates } from '../../cli/src/demo/template-files.ts'
import { type MappingContext, openContext, type Resource, readMappingFile } from '../src/index.ts'
import { filesBelow } from './cases.ts'

const FOLDER = fileURLToPath(new URL('../mappings', import.meta.url))

export const readFiles = filesBelow(FOLDER, /\.yml$/).map(file =>
  readMappingFile(file.slice(FOLDER.length + 1), readFileSync(file, 'utf8')),
)
const files = readFiles.flatMap(({ mapping }) => mapping ?? [])
export const opened = files.flatMap(file => (file.type === 'context' ? [openContext(file, files)] : []))
export const contexts = opened.flatMap(({ mappings }) => mappings ?? [])
export const conceptMaps = filesBelow(FOLDER, /\.json$/).map(
  file => JSON.parse(readFileSync(file, 'utf8')) as Resource,
)
export const templates = readTemplates()
const records = [1, 2, 3, 4, 5, 6].flatMap(number => lifeOf(number).visits.flatMap(visit => visit.records))

export const templateOf = ({ context }: MappingContext): Template => {
  const found = templates.get(context.template.id)
  if (found === undefined) throw new Error(context.template.id)
  return found.template
}

export const compositionsFor = ({ context }: MappingContext): readonly RmObject[] =>
  records
    .filter(({ template }) => template === context.template.id)
    .slice(0, 25)
    .map(each => compositionOf(each, templates))

export const bundleOf = (resources: readonly Resource[]): Resource => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: resources.map(resource => ({ resource })),
})
