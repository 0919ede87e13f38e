import type { Draft } from '../fhir/draft.ts'

/** Constants that repeat an element of the list add nothing to it. */
export function dropTwin(draft: Draft): void {
  const { parent, element } = draft
  if (parent === undefined || element?.list !== true || draft.hasRecordValue) return
  const own = leaves(draft)
  const twin = parent.children.find(each => {
    if (each === draft || each.name !== draft.name) return false
    const theirs = leaves(each)
    return [...own].every(leaf => theirs.has(leaf))
  })
  if (twin !== undefined && own.size > 0) parent.children.splice(parent.children.indexOf(draft), 1)
}

function leaves(draft: Draft, prefix = ''): ReadonlySet<string> {
  const found = new Set<string>()
  if (draft.value !== undefined) found.add(`${prefix}=${String(draft.value)}`)
  for (const child of draft.children)
    for (const leaf of leaves(child, `${prefix}.${child.name}`)) found.add(leaf)
  return found
}
