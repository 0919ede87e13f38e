/** Labels of a web template in the language of the reader, by path. */

import { isObject, listAt, type RmObject, textAt } from '../../display/rm-object.ts'
import type { Language } from '../../language/translate.ts'

/** Name predicates and the step to the value are no part of the key: data are looked up by node ids. */
const keyOf = (aqlPath: string): string =>
  aqlPath.replace(/\[([^\]\s,]+)[^\]]*\]/g, '[$1]').replace(/\/(value|name|null_flavour)$/, '')

interface Label {
  readonly name: string
  readonly translated: string | undefined
}

function addLabels(node: RmObject, language: Language, labels: Map<string, Label>): void {
  const path = textAt(node, 'aqlPath')
  const names = node['localizedNames']
  if (path !== undefined && isObject(names)) {
    const key = keyOf(path)
    // The first of several alternatives or renamed siblings; data with another name keep theirs.
    if (!labels.has(key))
      labels.set(key, { name: textAt(node, 'name') ?? '', translated: textAt(names, language) })
  }
  for (const child of listAt(node, 'children')) addLabels(child, language, labels)
}

/** A function from a path and the name in the data to the label; undefined where the template has none in that language. */
export function labelsOf(
  webTemplate: RmObject,
  language: Language,
): (path: string, name: string) => string | undefined {
  const labels = new Map<string, Label>()
  const { tree } = webTemplate
  if (isObject(tree)) addLabels(tree, language, labels)
  return (path, name) => {
    const label = labels.get(path)
    return label && label.name === name ? label.translated : undefined
  }
}
