/** The web template as the JSON document `application/openehr.wt+json`: the same tree without its links back. */

import type { WebTemplate, WebTemplateNode } from './model.ts'

/** A plain value for `JSON.stringify`, fields in the order that Better writes them. */
export function webTemplateJson(web: WebTemplate): Readonly<Record<string, unknown>> {
  return { ...web, tree: nodeJson(web.tree) }
}

function nodeJson(node: WebTemplateNode): Readonly<Record<string, unknown>> {
  const { id, name, localizedName, rmType, nodeId, min, max, cardinalities, dependsOn } = node
  const { localizedNames, localizedDescriptions, annotations, aqlPath, proportionTypes, inContext } = node
  return defined({
    id,
    name,
    localizedName,
    rmType,
    nodeId: nodeId === '' ? undefined : nodeId,
    min,
    max,
    dependsOn,
    localizedNames,
    localizedDescriptions,
    annotations,
    aqlPath,
    proportionTypes,
    cardinalities,
    inContext,
    inputs: node.inputs.length === 0 ? undefined : node.inputs,
    termBindings: node.termBindings,
    children: node.children.length === 0 ? undefined : node.children.map(nodeJson),
  })
}

const defined = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
