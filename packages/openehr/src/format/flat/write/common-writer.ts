import type { RmObject } from '../../../rm/index.ts'
import type { KeyList } from '../keys/key-list.ts'
import type { KeyPath } from '../keys/key-path.ts'

/** Puts the keys of a value; false, with nothing put, where the value is not that simple. */
export type CommonWriter = (list: KeyList, path: KeyPath, value: RmObject) => boolean
