/** The texts of a web template node: names and descriptions in all languages, annotations, bindings. */

import type { ArchetypeScope, ComplexObject } from '../model.ts'
import { type NodeName, termFor, termOf } from '../names.ts'
import { bindingsOf } from './coded-inputs.ts'
import type { Localized, WebTemplateNode } from './model.ts'

type Description = Pick<
  WebTemplateNode,
  | 'name'
  | 'localizedName'
  | 'localizedNames'
  | 'localizedDescriptions'
  | 'nodeId'
  | 'annotations'
  | 'termBindings'
>

export function describe(object: ComplexObject, name: NodeName, languages: readonly string[]): Description {
  const { scope, nodeId } = object
  const names = localizedNames(scope, nodeId, name, languages)
  const descriptions = entriesOf(languages, language => termOf(scope, nodeId, language)?.description)
  const annotations = annotationsOf(object)
  // Archetypes bind their concept as at0000, which a specialised root calls at0000.1.
  const bindings = bindingsOf(scope, nodeId) ?? (object.archetype ? bindingsOf(scope, 'at0000') : undefined)
  return {
    name: name.text,
    localizedName: name.text,
    ...(names ? { localizedNames: names } : {}),
    ...(descriptions ? { localizedDescriptions: descriptions } : {}),
    nodeId: object.archetype?.archetypeId ?? nodeId,
    ...(annotations ? { annotations } : {}),
    ...(bindings ? { termBindings: bindings } : {}),
  }
}

/** The name of an attribute of the RM is the attribute's own. */
export const rmDescription = (attribute: string): Description => ({ name: attribute, nodeId: '' })

/** A name that the template gives is known in the template's own language only, unless it is a code. */
function localizedNames(
  scope: ArchetypeScope,
  nodeId: string,
  name: NodeName,
  languages: readonly string[],
): Localized | undefined {
  const [own] = languages
  const { code, constrained, text } = name
  if (constrained && code === undefined && text !== termOf(scope, nodeId)?.text)
    return own === undefined ? undefined : { [own]: text }
  return entriesOf(languages, language =>
    code
      ? termFor(scope, code.terminology, code.code, language)?.text
      : termOf(scope, nodeId, language)?.text,
  )
}

function entriesOf(
  languages: readonly string[],
  textIn: (language: string) => string | undefined,
): Localized | undefined {
  const entries = languages.flatMap(language => {
    const text = textIn(language)
    return text === undefined ? [] : [[language, text] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Annotations: further texts of the term, annotations of the template, and its hints for views. */
function annotationsOf(object: ComplexObject): Localized | undefined {
  const { text: _, description: __, ...others } = termOf(object.scope, object.nodeId) ?? {}
  const views = [...(object.viewConstraints ?? [])].map(([key, value]) => [`view:${key}`, value] as const)
  const all = { ...others, ...Object.fromEntries(object.annotations ?? []), ...Object.fromEntries(views) }
  return Object.keys(all).length === 0 ? undefined : all
}
