/** `cairn datamap`: operations on datamaps that need the database itself. */

import { StartError } from '../db/index.ts'
import type { Config } from '../settings/index.ts'
import { indexColumn } from './datamap-index.ts'
import { listPublications, publish, unpublish } from './datamap-publish.ts'
import { DATAMAP_USAGE } from './usage.ts'

const ACTIONS: Readonly<Record<string, (config: Config, args: readonly string[]) => Promise<void>>> = {
  index: indexColumn,
  publish,
  unpublish,
  published: listPublications,
}

export async function datamap(config: Config, [action = '', ...args]: readonly string[]): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!act) throw new StartError(DATAMAP_USAGE)
  await act(config, args)
}
