/** Finds a FOLDER by path: the names of folders joined by slashes, without the name of the root. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'

const foldersOf = (folder: RmObject): readonly RmObject[] =>
  Array.isArray(folder['folders']) ? folder['folders'].filter(isRmObject) : []

function nameOf(folder: RmObject): string | undefined {
  const name = isRmObject(folder['name']) ? folder['name']['value'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Returns the rest of a path after a folder name; undefined if the path does not begin with that name. */
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
 * Returns the folder at a path such as `episodes/a/b`; leading and trailing slashes are ignored, and an empty path is the root.
 * The path is compared with complete names, so that a name with a slash in it is found too.
 */
export const folderAt = (root: RmObject, path: string): RmObject | undefined =>
  find(root, path.replace(/^\/+|\/+$/g, ''))
