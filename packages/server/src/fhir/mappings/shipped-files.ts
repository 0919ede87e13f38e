/** The mapping files that come with the server: those for the templates of the demo hospital. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MappingSource } from './mapping-set.ts'

/** `vital-signs.pulse.model.yml`: the folder and the file. */
export function readShippedFiles(): readonly MappingSource[] {
  const root = join(dirname(fileURLToPath(import.meta.resolve('@cairn-ehr/fhir/package.json'))), 'mappings')
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(path => ({
      name: relative(root, path).replace(/[\\/]/g, '.'),
      text: readFileSync(path, 'utf8'),
    }))
}
