/** Refuses a start beside server processes with other settings. */

import { type Database, labelsOfListeners, StartError } from '../db/index.ts'
import { type Config, differentSettings } from '../settings/index.ts'

export async function requireSameSettings(db: Database, config: Config): Promise<void> {
  const different = differentSettings(config, await labelsOfListeners(db))
  if (different.length === 0) return
  throw new StartError(
    `Another server process that runs on this database has other settings: ${different.join(', ')}. ` +
      'Processes on one database need the same; to change a setting, stop all of them first.',
  )
}
