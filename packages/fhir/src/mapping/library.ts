/** Mapping files put together: a context with its model mappings, each with the extensions of the context applied. */
import type { ContextFile, ExtensionFile, Mapping, MappingFile, ModelFile } from './model.ts'
import type { MappingFinding } from './yaml.ts'

/** A context that can be run: its models by name, extensions already applied. */
export interface MappingContext {
  readonly context: ContextFile
  readonly start: ModelFile
  readonly models: ReadonlyMap<string, ModelFile>
}

export interface ContextResult {
  readonly mappings?: MappingContext
  readonly findings: readonly MappingFinding[]
}

/** Names with and without `openEHR-EHR-` are the same name in published files. */
const plainName = (name: string): string =>
  name
    .trim()
    .replace(/^openEHR-EHR-/, '')
    .replace(/\.ya?ml$/, '')

export const modelNamed = (models: ReadonlyMap<string, ModelFile>, name: string): ModelFile | undefined =>
  models.get(plainName(name))

/** Collects everything that a context imports. The newest of several files of one name is the last in the list. */
export function openContext(context: ContextFile, files: readonly MappingFile[]): ContextResult {
  const findings: MappingFinding[] = []
  const missing = (what: string) => findings.push({ file: context.file, line: 1, message: what })
  const models = new Map<string, ModelFile>()
  const known = new Map<string, ModelFile>()
  for (const file of files) if (file.type === 'model') known.set(plainName(file.name), file)
  for (const name of new Set([...context.archetypes, context.start].map(plainName))) {
    const model = known.get(name)
    if (model === undefined) missing(`The context names the model mapping "${name}", which is not here`)
    else models.set(name, withConceptMap(model))
  }
  const wanted = new Set(context.extensions.map(plainName))
  for (const file of files) {
    if (file.type !== 'extension' || !wanted.has(plainName(file.name))) continue
    const model = models.get(plainName(file.extends))
    if (model !== undefined)
      models.set(plainName(file.extends), withConceptMap(extended(model, file, findings)))
  }
  const start = models.get(plainName(context.start))
  return start === undefined ? { findings } : { mappings: { context, start, models }, findings }
}

/** A concept map of the file is that of each of its mappings that has none of its own. */
function withConceptMap(model: ModelFile): ModelFile {
  const { conceptMap } = model
  if (conceptMap === undefined) return model
  const all = (mappings: readonly Mapping[]): readonly Mapping[] =>
    mappings.map(each => ({
      ...each,
      conceptMap: each.conceptMap ?? conceptMap,
      followedBy: all(each.followedBy),
      ...(each.reference ? { reference: { ...each.reference, mappings: all(each.reference.mappings) } } : {}),
    }))
  return { ...model, mappings: all(model.mappings) }
}

function extended(model: ModelFile, extension: ExtensionFile, findings: MappingFinding[]): ModelFile {
  let mappings = model.mappings
  for (const mapping of extension.mappings) {
    const fault = (message: string) => findings.push({ file: mapping.file, line: mapping.line, message })
    switch (mapping.extension ?? 'add') {
      case 'add':
        mappings = [...mappings, mapping]
        break
      case 'append': {
        const target = mapping.appendTo ?? mapping.name
        const next = replaced(mappings, target, found => ({
          ...found,
          followedBy: [...found.followedBy, ...mapping.followedBy],
        }))
        if (next === undefined) fault(`appendTo names "${target}", which ${model.name} does not have`)
        mappings = next ?? mappings
        break
      }
      case 'overwrite': {
        const next = replaced(mappings, mapping.name, () => mapping)
        if (next === undefined) fault(`overwrite names "${mapping.name}", which ${model.name} does not have`)
        mappings = next ?? [...mappings, mapping]
        break
      }
    }
  }
  const { preprocessor, conceptMap } = extension
  return {
    ...model,
    mappings,
    ...(preprocessor ? { preprocessor } : {}),
    ...(conceptMap ? { conceptMap } : {}),
  }
}

/** Replaces the first mapping of that name, which may be `parent.child` or stand anywhere below; undefined if there is none. */
function replaced(
  mappings: readonly Mapping[],
  name: string,
  change: (found: Mapping) => Mapping,
): readonly Mapping[] | undefined {
  const at = mappings.findIndex(each => each.name === name)
  if (at >= 0) return mappings.map((each, index) => (index === at ? change(each) : each))
  for (const [index, each] of mappings.entries()) {
    const inner = name.startsWith(`${each.name}.`) ? name.slice(each.name.length + 1) : name
    const followedBy = replaced(each.followedBy, inner, change)
    const referenced = followedBy
      ? undefined
      : each.reference && replaced(each.reference.mappings, inner, change)
    if (followedBy === undefined && referenced === undefined) continue
    const next: Mapping = followedBy
      ? { ...each, followedBy }
      : {
          ...each,
          ...(each.reference && referenced ? { reference: { ...each.reference, mappings: referenced } } : {}),
        }
    return mappings.map((other, place) => (place === index ? next : other))
  }
  return undefined
}
