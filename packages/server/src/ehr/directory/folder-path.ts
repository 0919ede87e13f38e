/** FOLDERs inside the directory, by path: the names of folders joined by slashes, the root's own left out. */
import { isRmObject, type RmObject } from '@cairn/openehr/rm'

const foldersOf = (folder: RmObject): readonly RmObject[] =>
  Array.isArray(folder['folders']) ? folder['folders'].filter(isRmObject) : []

function nameOf(folder: RmObject): string | undefined {
  const name = isRmObject(folder['name']) ? folder['name']['value'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** What remains of a path below a folder of that name; undefined where the path does not lead there. */
function below(path: string, name: string | undefined): string | undefined {
  if (name === undefined || !path.startsWith(name)) return undefined
  const rest = path.slice(name.length)
  return rest === '' || rest.startsWith('/') ? rest.slice(1) : undefined
}

function find(folder: RmObject, path: string): RmObject | undefined {
  if (path === '') return folder
  for (const inner of foldersOf(folder)) {
    const rest = below(path, nameOf(inner))
    const found = rest === undefined ? undefined : find(inner, rest)
    if (found) return found
  }
  return undefined
}

/**
 * The folder at a path such as `episodes/a/b`; slashes around it say nothing, and a path of nothing else is the root.
 * The path is compared with whole names, so a name that has a slash in it can be found as well.
 */
export const folderAt = (root: RmObject, path: string): RmObject | undefined =>
  find(root, path.replace(/^\/+|\/+$/g, ''))
